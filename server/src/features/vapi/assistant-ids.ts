import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Education and Technology have no assistant at Vapi (the product's specification, section 3). */
export const NOT_AT_VAPI: ReadonlySet<string> = new Set(['education', 'technology'])

const idsSchema = z.record(z.string(), z.string().min(1))

/** Ids at Vapi by ours, as `npm run vapi:push` left them; ids from the environment win. */
export interface AssistantIds {
  read(): Record<string, string>
  keep(assistantId: string, vapiId: string): void
}

/** A file, since the database of a running server may be open to one process alone. */
export function createAssistantIds(dataDir: string, given: Readonly<Record<string, string>>): AssistantIds {
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
    read() {
      const all = { ...readKept(), ...given }
      return Object.fromEntries(Object.entries(all).filter(([assistantId]) => !NOT_AT_VAPI.has(assistantId)))
    },
    keep(assistantId, vapiId) {
      mkdirSync(dirname(path), { recursive: true })
      const text = `${JSON.stringify({ ...readKept(), [assistantId]: vapiId }, null, 2)}\n`
      // Never half a file for the server that reads it.
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    },
  }
}
