import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Education and Technology have no assistant at Vapi (the product's specification, section 3). */
export const NOT_AT_VAPI: ReadonlySet<string> = new Set(['education', 'technology'])

const idsSchema = z.record(z.string(), z.string().min(1))

export type AssistantIds = ReturnType<typeof createAssistantIds>

/**
 * Our assistants' ids mapped to Vapi's, as stored by `npm run vapi:push`; ids from the environment take precedence. They
 * are stored in a file, because the script can't open an embedded database that a running server has open.
 */
export function createAssistantIds(dataDir: string, given: Readonly<Record<string, string>>) {
  const path = join(dataDir, 'vapi-assistants.json')

  function readKept(): Record<string, string> {
    try {
      return idsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // There is none yet, or it is damaged.
      return {}
    }
  }

  return {
    read(): Record<string, string> {
      const all = { ...readKept(), ...given }
      return Object.fromEntries(Object.entries(all).filter(([assistantId]) => !NOT_AT_VAPI.has(assistantId)))
    },
    keep(assistantId: string, vapiId: string): void {
      mkdirSync(dirname(path), { recursive: true })
      const text = `${JSON.stringify({ ...readKept(), [assistantId]: vapiId }, null, 2)}\n`
      // A rename replaces the file in one step, so that a running server never reads an incomplete one.
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    },
  }
}
