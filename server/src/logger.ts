import { pino, type Logger } from 'pino'
import type { Env } from './env.ts'

/** What must never be written down, wherever in a line it may turn up. */
const SECRET_KEYS = ['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie', 'secret']

/** JSON lines on standard output; readable ones for a person at a terminal in local mode. */
export async function createLogger(env: Pick<Env, 'LOG_LEVEL' | 'localMode'>): Promise<Logger> {
  const options = {
    level: env.LOG_LEVEL,
    base: undefined,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  }
  if (!env.localMode || !process.stdout.isTTY) return pino(options)
  // A development dependency: where it is left out, the lines are JSON.
  const pretty = await import('pino-pretty').then(
    (module) => module.PinoPretty,
    () => undefined,
  )
  return pretty ? pino(options, pretty({ ignore: 'requestId', sync: true })) : pino(options)
}
