import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../../lib/api-fetch.ts'
import { sayText, type SpokenText, type TextToSay } from './say-text.ts'
import { makeTalkingVideo, type TalkingVideo, type VideoStep, type VideoWish } from './make-video.ts'
import { TALK_FAILED, troubleOf, type TestTrouble } from './test-inputs.ts'
import { PhotoRefused } from '../photo.ts'

/** Being asked for, being heard from a face in the page or seen in a video, or neither. */
export type SpeechState =
  | { phase: 'silent' }
  | { phase: 'preparing'; step: 'voice' | VideoStep }
  | { phase: 'speaking'; speech: SpokenText; positionMs: () => number }
  | { phase: 'video'; video: TalkingVideo }

const SILENT: SpeechState = { phase: 'silent' }

/**
 * Has a text said, one at a time: in a video of the photo, or at once by a face in the page where there is no photo or
 * no video to be had. A new one, `stop`, or leaving the page ends the one before.
 */
export function useSpeech() {
  const [state, setState] = useState<SpeechState>(SILENT)
  const [trouble, setTrouble] = useState<TestTrouble | null>(null)
  /** This server makes no videos: found out by asking for one. */
  const [isWithoutVideos, setIsWithoutVideos] = useState(false)
  const current = useRef<AbortController | null>(null)

  const stop = () => {
    current.current?.abort()
    current.current = null
    setState(SILENT)
  }
  useEffect(() => () => current.current?.abort(), [])

  async function speak(request: TextToSay, sound: AudioContext, abort: AbortController): Promise<void> {
    setState({ phase: 'preparing', step: 'voice' })
    const speech = await sayText(request, abort.signal)
    const positionMs = await playSound(sound, speech.wav, () => {
      if (current.current === abort) stop()
    })
    if (!abort.signal.aborted) setState({ phase: 'speaking', speech, positionMs })
  }

  /** @returns false where this server makes none */
  async function show(wish: VideoWish, abort: AbortController): Promise<boolean> {
    const onStep = (step: VideoStep) => (abort.signal.aborted ? undefined : setState({ phase: 'preparing', step }))
    const made = await makeTalkingVideo(wish, onStep, abort.signal)
    if (abort.signal.aborted) return true
    if ('video' in made) setState({ phase: 'video', video: made.video })
    else if (made.error.cause === 'no-codecs') return false
    else {
      stop()
      setTrouble({ at: 'talk', title: made.error.text, detail: made.error.detail })
    }
    return true
  }

  const talk = async (
    { photo, photoFace, ...request }: TextToSay & Partial<VideoWish>,
    missing: TestTrouble | null,
  ) => {
    stop()
    setTrouble(missing)
    if (missing !== null) return
    const abort = new AbortController()
    current.current = abort
    try {
      // Inside the press of the button.
      const sound = openSound()
      abort.signal.addEventListener('abort', () => void sound.close())
      if (photo && !isWithoutVideos) {
        if (await show({ ...request, photo, photoFace: photoFace ?? null }, abort)) return
        setIsWithoutVideos(true)
      }
      await speak(request, sound, abort)
    } catch (error) {
      if (abort.signal.aborted) return
      stop()
      if (error instanceof PhotoRefused) setTrouble({ at: 'talk', title: TALK_FAILED, detail: error.message })
      else setTrouble(troubleOf(problemOf(error)))
    }
  }

  return { state, trouble, isWithoutVideos, talk, stop }
}

/** Made in the press of a button: some browsers let sound begin nowhere else. Closing it ends what it plays. */
function openSound(): AudioContext {
  const context = new AudioContext()
  void context.resume()
  return context
}

/**
 * Plays a WAV file that came as base64, and calls `onEnd` when it has run out.
 * @returns where the sound is, as heard, in ms; a face goes by it
 */
async function playSound(context: AudioContext, wav: string, onEnd: () => void): Promise<() => number> {
  const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
  const buffer = await context.decodeAudioData(bytes.buffer)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  source.addEventListener('ended', onEnd)
  const startsAtSeconds = context.currentTime
  source.start(startsAtSeconds)
  // Safari does not say how late its sound is.
  return () => Math.max(0, context.currentTime - startsAtSeconds - (context.outputLatency || 0)) * 1000
}
