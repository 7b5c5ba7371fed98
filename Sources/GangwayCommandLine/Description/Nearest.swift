/// The candidate that begins with `word`, or else the one that differs from it by at most two typing mistakes, one in a short word, if
/// there is one; capital letters are none. Of several that begin so it is the shortest.
func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = word.lowercased()
    let beginning = candidates.filter { typed.utf8.count > 1 && $0.lowercased().hasPrefix(typed) }
    if let shortest = beginning.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(typed, candidate.lowercased())
        guard distance <= (typed.utf8.count < 4 ? 1 : 2), distance < candidate.utf8.count else { continue }
        if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.word
}

/// How many letters have to be put in, taken out, changed, or swapped with the next one (the optimal string alignment).
private func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
    var before: [Int] = []
    var row = Array(0...right.count)
    for line in left.indices {
        var next = [line + 1]
        for column in right.indices {
            let change = row[column] + (left[line] == right[column] ? 0 : 1)
            var least = min(min(row[column + 1], next[column]) + 1, change)
            if line > 0, column > 0, left[line] == right[column - 1], left[line - 1] == right[column] {
                least = min(least, before[column - 1] + 1)
            }
            next.append(least)
        }
        (before, row) = (row, next)
    }
    return row[right.count]
}
