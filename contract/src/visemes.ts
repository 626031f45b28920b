/**
 * The fifteen visemes that lip-sync tools share (the Oculus/Meta set). Their order has no meaning. `sil` is the closed
 * mouth at rest, `PP` the lips pressed together (p, b, m).
 */
export const VISEMES = [
  'sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U',
] as const // oxfmt-ignore

export type Viseme = (typeof VISEMES)[number]

/** The mouth takes this shape at `atMs` of its audio and keeps it until the next cue. */
export interface MouthCue {
  atMs: number
  viseme: Viseme
}

/** The three mouth states that spec section 4 requires of lip-sync. */
export type MouthState = 'closed' | 'open' | 'wide'

const MOUTH_STATE: Record<Viseme, MouthState> = {
  sil: 'closed', PP: 'closed', FF: 'closed',
  TH: 'open', DD: 'open', kk: 'open', CH: 'open', SS: 'open', nn: 'open', RR: 'open', I: 'open', U: 'open',
  aa: 'wide', E: 'wide', O: 'wide',
} // oxfmt-ignore

export function mouthStateOf(viseme: Viseme): MouthState {
  return MOUTH_STATE[viseme]
}
