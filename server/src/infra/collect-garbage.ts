import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/** Only this kind of collection returns the pages that V8 keeps for new objects: 75 MB after a start (decision 0017). */
const THOROUGHLY = "() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })"

/**
 * Collects this thread's garbage now; to be called while nothing waits for the thread. It takes some twenty milliseconds in
 * a worker thread and one or two hundred in the server's main thread. V8 collects late while a thread is idle, and a few
 * small objects may keep WebAssembly memories of 16 MB and more alive.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext(THOROUGHLY) as () => void
    setFlagsFromString('--no-expose-gc')
  }
  collect()
}
