import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import { callElevenLabs, ELEVENLABS, type ElevenLabsEndpoint } from './elevenlabs-api.ts'
import { VendorError } from './vendor-error.ts'
import { readJson } from './vendor-http.ts'

const voiceSchema = z.object({
  voice_id: z.string().min(1),
  category: z.string().nullish(),
  // Labels are free-form, so any of them may be missing.
  labels: z
    .object({ gender: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})
const voicesSchema = z.object({ voices: z.array(voiceSchema) })
/** The voice in ElevenLabs' own quick-start guide. */
const USUAL_VOICE = 'JBFqnCBsd6RMkjVDRZzb'
const REPLY_BYTES = 4_000_000

/** Our female voices; the others are male. */
const WOMEN: ReadonlySet<VoiceId> = new Set(['willow', 'hazel', 'ivy', 'juniper'])

export type VoiceChoice = (voiceId: VoiceId, signal?: AbortSignal) => Promise<string>

/**
 * Chooses an ElevenLabs voice for each of ours: the configured one, else one from the account's list, always the same
 * while the list is unchanged. Ids of stock voices disappear now and then, so none of them is fixed here.
 */
export function chooseVoices(
  endpoint: ElevenLabsEndpoint,
  named: Readonly<Partial<Record<VoiceId, string>>>,
): VoiceChoice {
  let chosen: ReadonlyMap<VoiceId, string> | undefined
  return async (voiceId, signal) => {
    const name = named[voiceId]
    if (name !== undefined) return name
    chosen ??= assign(await listVoices(endpoint, signal).catch(notAllowed))
    const found = chosen.get(voiceId)
    if (found === undefined) throw new VendorError(ELEVENLABS, 'refused', { code: 'no-voice' })
    return found
  }
}

/** A key may be allowed to synthesise but not to list voices. An invalid key fails later, when speech is requested. */
function notAllowed(error: unknown): z.infer<typeof voiceSchema>[] {
  if (error instanceof VendorError && error.kind === 'key-refused') return [{ voice_id: USUAL_VOICE }]
  throw error
}

async function listVoices(endpoint: ElevenLabsEndpoint, signal?: AbortSignal): Promise<z.infer<typeof voiceSchema>[]> {
  const reply = await callElevenLabs(endpoint, '/v1/voices', { method: 'GET', signal })
  return (await readJson(ELEVENLABS, voicesSchema, reply, REPLY_BYTES)).voices
}

function assign(voices: readonly z.infer<typeof voiceSchema>[]): Map<VoiceId, string> {
  // Stock voices are preferred: a clone of a person's voice is used only if its id is configured.
  const common = voices.filter((voice) => voice.category === 'premade')
  const usable = (common.length > 0 ? common : voices).toSorted((a, b) => (a.voice_id < b.voice_id ? -1 : 1))
  const [women, men] = ['female', 'male'].map((gender) =>
    usable.filter((voice) => voice.labels?.gender?.toLowerCase() === gender),
  )
  const counts = { women: 0, men: 0 }
  const result = new Map<VoiceId, string>()
  for (const voiceId of VOICE_IDS) {
    const kind = WOMEN.has(voiceId) ? 'women' : 'men'
    const fitting = (kind === 'women' ? women : men) ?? []
    const pool = fitting.length > 0 ? fitting : usable
    const voice = pool[counts[kind]++ % Math.max(1, pool.length)]
    if (voice) result.set(voiceId, voice.voice_id)
  }
  return result
}
