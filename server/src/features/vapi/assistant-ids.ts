import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Education and Technology have no assistant at Vapi (the product's specification, section 3). */
export const NOT_AT_VAPI: ReadonlySet<string> = new Set(['education', 'technology'])

const idsSchema = z.record(z.string(), z.string().min(1))

export type AssistantIds = ReturnType<typeof createAssistantIds>

/**
 * Ids at Vapi by ours, as `npm run vapi:push` left them; ids from the environment win. They are kept in a file, since
 * the database of a running server may be open to one process alone.
 */
export function createAssistantIds(dataDir: string, given: Readonly<Record<string, string>>) {
  const path = join(dataDir, 'vapi-assistants.json')

  function readKept(): Record<string, string> {
    if (!existsSync(path)) return {}
    try {
      const kept = idsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
      return kept.success ? kept.data : {}
    } catch {
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
      // Renamed into place, so that a running server never reads half a file.
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    },
  }
}
