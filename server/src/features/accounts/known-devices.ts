import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../infra/secrets.ts'

/**
 * A browser that has signed in before keeps a token, so that wrong passwords from elsewhere never lock its owner out. The
 * token grants no access: it only exempts the browser from limits that others can exhaust.
 */
export type KnownDevices = ReturnType<typeof createKnownDevices>

type KnownSubject = { userId: string; passwordHash: string } | { teamCode: string }

/** Tokens are signed and not stored, so nothing has to be cleaned up and every process accepts the same devices. */
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
    /**
     * `subject` is what the device signed in to: an account or the team's pages. It includes the password hash or the
     * team code, so that a new one invalidates the tokens of all devices.
     */
    issue: (subject: KnownSubject): string => tokenOf(randomBytes(12).toString('base64url'), subject),
    /** Finds the first of these tokens that was issued for this subject, and the random id of its device. */
    find(tokens: readonly string[], subject: KnownSubject): { token: string; deviceId: string } | undefined {
      for (const token of tokens) {
        const [deviceId = ''] = token.split('.')
        if (isSameSecret(token, tokenOf(deviceId, subject))) return { token, deviceId }
      }
      return undefined
    },
  }
}
