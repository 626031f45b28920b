import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Collects this thread's garbage now, which takes some ten milliseconds; to be called while nothing waits for the thread.
 * V8 collects late while a thread is idle, and a few small objects may keep WebAssembly memories of 16 MB and more alive.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
  }
  collect()
}
