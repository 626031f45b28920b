import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A browser that has signed in before keeps a token, so that wrong passwords from elsewhere never keep its owner out.
 * The token opens nothing by itself: it only exempts from limits that others can use up.
 */
export type KnownDevices = ReturnType<typeof createKnownDevices>

export type KnownSubject = { userId: string; passwordHash: string } | { teamCode: string }

/** Signed, not stored: nothing has to be cleaned up, and every process knows the same devices. */
export function createKnownDevices(secret: string) {
  const key = createHmac('sha256', secret).update('known devices').digest()
  const tokenOf = (deviceId: string, subject: KnownSubject) => {
    const parts = 'userId' in subject ? ['account', subject.userId, subject.passwordHash] : ['team', subject.teamCode]
    const signature = createHmac('sha256', key)
      .update(JSON.stringify([deviceId, ...parts]))
      .digest('base64url')
    return `${deviceId}.${signature}`
  }
  return {
    /** `subject`: what the device got into. It holds the secret that let it in, so that a new one makes all devices unknown. */
    issue: (subject: KnownSubject): string => tokenOf(randomBytes(12).toString('base64url'), subject),
    /** The first of these tokens that was issued for this subject, with the device's random id. */
    find(tokens: readonly string[], subject: KnownSubject): { token: string; deviceId: string } | undefined {
      for (const token of tokens) {
        const [deviceId = ''] = token.split('.')
        const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(deviceId, subject))]
        if (given.length === expected.length && timingSafeEqual(given, expected)) return { token, deviceId }
      }
      return undefined
    },
  }
}
