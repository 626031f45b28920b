import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import { callElevenLabs, ELEVENLABS, type ElevenLabsEndpoint } from './elevenlabs-api.ts'
import { VendorError } from './vendor-error.ts'
import { parsed, readText } from './vendor-http.ts'

const voiceSchema = z.object({
  voice_id: z.string().min(1),
  category: z.string().nullish(),
  // Free-form; nothing in it is promised.
  labels: z
    .object({ gender: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})
const voicesSchema = z.object({ voices: z.array(voiceSchema) })
/** The one that ElevenLabs' own introduction speaks with. */
const USUAL_VOICE = 'JBFqnCBsd6RMkjVDRZzb'
const REPLY_BYTES = 4_000_000

/** Ours that speak as women; the others speak as men. */
const WOMEN: ReadonlySet<VoiceId> = new Set(['willow', 'hazel', 'ivy', 'juniper'])

export type VoiceChoice = (voiceId: VoiceId, signal?: AbortSignal) => Promise<string>

/**
 * Which of an account's voices speaks for each of ours: the one that was named, else one of the account's own list,
 * always the same as long as the list is. Ids of ready-made voices vanish now and then, so none is written down here.
 */
export function chooseVoices(
  endpoint: ElevenLabsEndpoint,
  named: Readonly<Partial<Record<VoiceId, string>>> = {},
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

/** A key may be good for speech alone; whether it is good at all, the speech itself will show. */
function notAllowed(error: unknown): z.infer<typeof voiceSchema>[] {
  if (error instanceof VendorError && error.kind === 'key-refused') return [{ voice_id: USUAL_VOICE }]
  throw error
}

async function listVoices(endpoint: ElevenLabsEndpoint, signal?: AbortSignal): Promise<z.infer<typeof voiceSchema>[]> {
  const reply = await callElevenLabs(endpoint, '/v1/voices', { method: 'GET', signal })
  const list = voicesSchema.safeParse(parsed(await readText(reply.bytes, REPLY_BYTES)))
  if (!list.success) throw new VendorError(ELEVENLABS, 'unreadable')
  return list.data.voices
}

function assign(voices: readonly z.infer<typeof voiceSchema>[]): Map<VoiceId, string> {
  // Stock voices come before made ones: the clone of a person is used only when its id is configured.
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
