import { Writable } from 'node:stream'
import { pino, type Logger } from 'pino'
import { z } from 'zod'
import { loggerOptions } from './logger.ts'

/** pino's numbers for levels. */
export const WARN = 40
export const ERROR = 50

const lineSchema = z.looseObject({ level: z.number(), msg: z.string() })

/** A logger like the server's, and the lines written to it. */
export function captureLog(level = 'info'): {
  log: Logger
  lines: string[]
  entries: () => z.infer<typeof lineSchema>[]
} {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const entries = () => lines.map((line) => lineSchema.parse(JSON.parse(line)))
  return { log: pino(loggerOptions(level), stream), lines, entries }
}
