import { prepareStored, readStored, writeStored } from './local-store.ts'

/** As many as the server takes: the accounts of one browser, and the team's. */
const MAX_TOKENS = 5

/** What shows the server that this browser was signed in before; it opens nothing by itself. */
export async function knownDevices(): Promise<string[]> {
  await prepareStored()
  return readStored('deviceTokens') ?? []
}

export function rememberDevice(token: string): void {
  const others = (readStored('deviceTokens') ?? []).filter((other) => other !== token)
  writeStored('deviceTokens', [token, ...others].slice(0, MAX_TOKENS))
}
