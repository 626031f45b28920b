import { useEffect, useRef, useState } from 'react'
import { sayText, type SpokenText, type TextToSay } from './say-text.ts'
import { makeTalkingVideo, type TalkingVideo, type VideoStep, type VideoWish } from './make-video.ts'
import { troubleOf, type TestTrouble } from './test-inputs.ts'

/** `preparing`: requested from the server; `speaking`: spoken by a face in the page; `video`: shown in a video. */
export type SpeechState =
  | { phase: 'silent' }
  | { phase: 'preparing'; step: 'voice' | VideoStep }
  | { phase: 'speaking'; speech: SpokenText; positionMs: () => number }
  | { phase: 'video'; video: TalkingVideo; text: string }

const SILENT: SpeechState = { phase: 'silent' }

/**
 * Speaks one text at a time: in a video of the photo, or by a face in the page when there is no photo or videos are not
 * available. A new text, `stop` or leaving the page ends the current one.
 */
export function useSpeech() {
  const [state, setState] = useState<SpeechState>(SILENT)
  const [trouble, setTrouble] = useState<TestTrouble | null>(null)
  /** True once a request has shown that this server makes no videos. */
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

  /** @returns false when this server makes no videos */
  async function show(wish: VideoWish, abort: AbortController): Promise<boolean> {
    const onStep = (step: VideoStep) => (abort.signal.aborted ? undefined : setState({ phase: 'preparing', step }))
    const made = await makeTalkingVideo(wish, onStep, abort.signal)
    if (abort.signal.aborted) return true
    if ('video' in made) setState({ phase: 'video', video: made.video, text: wish.text })
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
      // Must run inside the click on the button.
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
      setTrouble(troubleOf(error))
    }
  }

  return { state, trouble, isWithoutVideos, talk, stop }
}

/** Must be called inside a click, since some browsers start sound only there. Closing the context stops the sound. */
function openSound(): AudioContext {
  const context = new AudioContext()
  void context.resume()
  return context
}

/**
 * Plays a base64 WAV file, and calls `onEnd` at its end.
 * @returns the position that is heard at the moment, in milliseconds; the face follows it
 */
async function playSound(context: AudioContext, wav: string, onEnd: () => void): Promise<() => number> {
  const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
  const buffer = await context.decodeAudioData(bytes.buffer)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  source.addEventListener('ended', onEnd)
  const startsAtSeconds = context.currentTime
  source.start(startsAtSeconds)
  // Safari does not report its output latency.
  return () => Math.max(0, context.currentTime - startsAtSeconds - (context.outputLatency || 0)) * 1000
}
