import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { repositoryRoot } from '../../scripts/repository-root.ts'

export const SPEECH_FOLDER = join(repositoryRoot, 'e2e/fixtures/speech')

const manifestSchema = z.array(
  z.object({
    file: z.string(),
    voice: z.string(),
    assistantId: z.string().nullable(),
    entryId: z.string().nullable(),
    text: z.string(),
  }),
)

/** All clips in the folder. Its README lists the speakers. */
export function readSpeechManifest(): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(SPEECH_FOLDER, 'manifest.json'), 'utf8')))
}
