import { prepareStored, readStored, writeStored } from './local-store.ts'

/** The most tokens that the server accepts, for the accounts used in this browser and the team's access. */
const MAX_TOKENS = 5

/** Tokens that prove to the server that this browser was signed in before. They give no access by themselves. */
export async function knownDevices(): Promise<string[]> {
  await prepareStored()
  return readStored('deviceTokens') ?? []
}

export function rememberDevice(token: string): void {
  const others = (readStored('deviceTokens') ?? []).filter((other) => other !== token)
  writeStored('deviceTokens', [token, ...others].slice(0, MAX_TOKENS))
}
