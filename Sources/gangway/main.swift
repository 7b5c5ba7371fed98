print("gangway")
