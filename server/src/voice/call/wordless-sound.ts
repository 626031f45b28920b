import { isLoudRoom } from './clarity.ts'

/** After this much sound without a recognised word, the room is too noisy for the endpointer, and the caller is told. */
const WORDLESS_SOUND_MS = 5_000
/** After this much quiet, earlier sounds no longer count: one cough a minute does not make a noisy room. */
const QUIET_FORGETS_MS = 10_000

/**
 * Counts sound in which no word was recognised. Noise and music count too, though they are not taken for speech, because no
 * voice could be heard over them.
 * @param onMuch called when there was too much; again only after `forget` or a time of quiet
 */
export function createWordlessSound(onMuch: (soundMs: number) => void) {
  let soundMs = 0
  let quietMs = 0
  let isTold = false
  let assistantSpeaks = false

  const forget = (): void => {
    soundMs = 0
    isTold = false
  }

  return {
    /** @param slice 16 kHz mono @param isSpeech whether the endpointer takes it for speech */
    add(slice: Float32Array, sliceMs: number, isSpeech: boolean): void {
      const isSound = isSpeech || (!assistantSpeaks && isLoudRoom(slice))
      if (isSound) soundMs += sliceMs
      quietMs = isSound ? 0 : quietMs + sliceMs
      if (quietMs >= QUIET_FORGETS_MS) forget()
      if (soundMs < WORDLESS_SOUND_MS || isTold) return
      isTold = true
      onMuch(soundMs)
    },
    forget,
    /** While the assistant speaks, its echo may be heard, so that only a voice counts. */
    setAssistantSpeaks: (speaks: boolean) => void (assistantSpeaks = speaks),
  }
}
