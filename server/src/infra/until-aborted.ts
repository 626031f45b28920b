/** Waits for the promise; an abort of the signal ends the wait by throwing its reason. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    // After an abort too: a rejection that nothing handles would end the process.
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
