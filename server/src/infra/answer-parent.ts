import { flushCompileCache } from 'node:module'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** In a process of `startChild`: answers the parent's questions, and exits together with the parent. */
export function answerParent(answer: (question: never) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C and service managers reach all processes. The parent ends this one when its work is no longer needed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('message', (question) => {
    void answer(question as never).then((reply) => {
      // Node.js writes the cache only when a process exits by itself, and this one is killed.
      flushCompileCache()
      process.send?.(reply)
    })
  })
}

/** Passed by `startChild`, since a parent that ended while this process started is not seen otherwise. */
const PARENT = Number(process.argv[2])
/** What a process may hold beside its heap: code, and buffers, which no limit of V8's covers. */
const BESIDE_HEAP_BYTES = 300 * 1024 * 1024

/**
 * In a process of `createOwnProcesses`: from now on ends the process if it takes too much memory. To be called before
 * anything is parsed, but after the parser is loaded: the start of the thread would slow the loading down by half.
 */
export function watchMemory(): void {
  const maxResidentBytes = getHeapStatistics().heap_size_limit + BESIDE_HEAP_BYTES
  // From its source, so that the thread has no module to load.
  new Worker(`(${watch.toString()})(${PARENT}, ${maxResidentBytes})`, { eval: true }).unref()
}

/** Runs in a thread of its own, since a parser may block the main one. */
function watch(parent: number, maxResidentBytes: number): void {
  setInterval(() => {
    const isOrphan = process.ppid !== parent
    if (isOrphan || process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL')
  }, 50)
}
