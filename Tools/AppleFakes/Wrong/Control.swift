// error: cannot find 'Adapter' in scope
import CoreBluetooth

func use() { _ = Adapter.current }
