import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Collects this thread's garbage now, some ten milliseconds, for moments in which nothing waits. V8 itself sees no hurry
 * while a thread is idle, and WebAssembly's memories of 16 MB and more may hang on a few small objects.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
  }
  collect()
}
