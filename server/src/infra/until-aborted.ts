/** Waits for the promise; an abort of the signal ends the wait by throwing its reason. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
