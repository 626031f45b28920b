/**
 * The fifteen visemes that lip-sync tools share (the Oculus/Meta set), and the mouth timeline built of them.
 * Order matters nowhere; `sil` is a closed mouth at rest, `PP` lips pressed together (p, b, m).
 */
export const VISEMES = [
  'sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U',
] as const // prettier-ignore

export type Viseme = (typeof VISEMES)[number]

/** From `atMs` of the audio it belongs to, the mouth takes this shape until the next cue. */
export interface MouthCue {
  atMs: number
  viseme: Viseme
}

/** The three states that the spec asks of lip-sync (spec section 4). */
export type MouthState = 'closed' | 'open' | 'wide'

const MOUTH_STATE: Record<Viseme, MouthState> = {
  sil: 'closed', PP: 'closed', FF: 'closed',
  TH: 'open', DD: 'open', kk: 'open', CH: 'open', SS: 'open', nn: 'open', RR: 'open', I: 'open', U: 'open',
  aa: 'wide', E: 'wide', O: 'wide',
} // prettier-ignore

export function mouthStateOf(viseme: Viseme): MouthState {
  return MOUTH_STATE[viseme]
}
