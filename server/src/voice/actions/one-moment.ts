/** Said while an action takes long, unless it has words of its own for that. */
export const ONE_MOMENT = 'One moment, please.'

/** If an action takes longer than this, the caller is told to wait. */
const QUICK_MS = 400

/** Whether the work ends so soon that the caller need not be told to wait. */
export async function isQuick(work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), QUICK_MS)
  const first = await Promise.race([work.then(() => true), late.promise])
  clearTimeout(timer)
  return first
}
