import { SPOKEN_TEXT_MISSING } from '#contract/spoken-text-limits.ts'
import type { VoiceId } from '#contract/voices.ts'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../lib/api-fetch.ts'
import { openSound, playSound } from './playback.ts'
import { sayText, type SpokenText } from './say-text.ts'

/** Being asked for, being heard, or neither. */
export type SpeechState =
  { phase: 'silent' } | { phase: 'preparing' } | { phase: 'speaking'; speech: SpokenText; positionMs: () => number }

export interface SpeechTrouble {
  kind: 'text-missing' | 'signed-out' | 'failed'
  detail: string
}

/** Has a text said, one at a time; a new one or leaving the page ends the one before. */
export function useSpeech() {
  const [state, setState] = useState<SpeechState>({ phase: 'silent' })
  const [trouble, setTrouble] = useState<SpeechTrouble | null>(null)
  const current = useRef<AbortController | null>(null)

  const stop = () => {
    current.current?.abort()
    current.current = null
    setState({ phase: 'silent' })
  }
  useEffect(() => () => current.current?.abort(), [])

  const talk = async (request: { text: string; voiceId: VoiceId }, mayTalk: boolean) => {
    stop()
    setTrouble(null)
    const text = request.text.trim()
    if (text === '') return setTrouble({ kind: 'text-missing', detail: SPOKEN_TEXT_MISSING })
    if (!mayTalk) return setTrouble({ kind: 'signed-out', detail: '' })

    const abort = new AbortController()
    current.current = abort
    setState({ phase: 'preparing' })
    try {
      const sound = openSound()
      abort.signal.addEventListener('abort', () => void sound.close())
      const speech = await sayText({ ...request, text }, abort.signal)
      const positionMs = await playSound(sound, speech.wav, () => {
        if (current.current === abort) stop()
      })
      if (abort.signal.aborted) return
      setState({ phase: 'speaking', speech, positionMs })
    } catch (error) {
      if (abort.signal.aborted) return
      stop()
      const problem = problemOf(error)
      // The session may have ended since the page was opened.
      if (problem?.code === 'unauthenticated') setTrouble({ kind: 'signed-out', detail: '' })
      else setTrouble({ kind: 'failed', detail: problem?.detail ?? 'This browser could not play the sound.' })
    }
  }

  return { state, trouble, talk, stop }
}
