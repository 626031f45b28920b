import { useEffect, useRef, useState } from 'react'
import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { Greeting } from '#contract/speech.ts'
import { amaraMeasures } from '#portrait/people/amara-measures.ts'
import { notify } from '../../lib/notify.ts'
import { whenCalm } from '../../lib/when-calm.ts'
import type { HeroLife } from './hero-life.ts'

/**
 * The assistant that welcomes visitors: the hero shows the one with this id, and animates its face by these measures.
 */
export const HOST_MEASURES = amaraMeasures

/** The portrait starts to move once the page has been idle for this long. */
const CALM_MS = 1000

/**
 * The animated face of the hero. It starts once the page is idle, mouths its greeting silently now and then, and says
 * it aloud on request. Without a connection it still blinks and looks around, and the text stays below it.
 */
export function useHeroVoice(assistant: CatalogueAssistant) {
  const host = useRef<HTMLSpanElement>(null)
  const line = useRef<SVGPathElement>(null)
  const still = useRef(false)
  const life = useRef<Promise<HeroLife> | null>(null)
  const sound = useRef<HTMLAudioElement | null>(null)
  /** Index of the word being said, aloud or silently; null while nothing is. */
  const [word, setWord] = useState<number | null>(null)
  /** True while the greeting is heard or being loaded. */
  const [isHeard, setHeard] = useState(false)
  const [isStill, setIsStill] = useState(false)
  const { id, name, image } = assistant

  const begin = async (): Promise<HeroLife> => {
    const [{ startHeroLife }, picture] = await Promise.all([
      import('./hero-life.ts'),
      // The SVG that the page already shows; drawing it here would need another script.
      read(image).then((response) => response.text()),
    ])
    if (host.current === null || line.current === null) throw new Error('The screen was left before the face woke.')
    const living = startHeroLife({
      host: host.current,
      picture,
      measures: HOST_MEASURES,
      line: line.current,
      isStill: () => still.current,
      onWord: setWord,
    })
    // If this fails, the face stays animated with closed lips. The typed client would have to be loaded for it.
    read(`/api/assistants/${id}/greeting`)
      .then(async (response) => living.learn((await response.json()) as Greeting))
      .catch(() => undefined)
    return living
  }

  const wake = () => {
    life.current ??= begin().catch((cause: unknown) => {
      // The next click tries again.
      life.current = null
      throw cause
    })
    return life.current
  }

  const hush = () => {
    sound.current?.pause()
    sound.current = null
    setHeard(false)
  }

  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    const heed = () => (still.current = motion.matches)
    heed()
    motion.addEventListener('change', heed)
    // With reduced motion, the picture stays still until the visitor asks to hear the greeting.
    const callOff = motion.matches ? () => undefined : whenCalm(() => void wake().catch(() => undefined), CALM_MS)
    return () => {
      motion.removeEventListener('change', heed)
      callOff()
      hush()
      void life.current?.then((living) => living.end()).catch(() => undefined)
      life.current = null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one face for as long as this screen is shown
  }, [id])

  const hear = () => {
    const audio = new Audio(`/api/assistants/${id}/greeting.wav`)
    sound.current = audio
    setHeard(true)
    const isCurrent = () => sound.current === audio
    audio.addEventListener('ended', () => isCurrent() && hush())
    const follow = async () => {
      // Playback starts at once, since browsers allow sound only directly after a click.
      const [living] = await Promise.all([wake().catch(() => null), audio.play()])
      if (isCurrent()) living?.follow(audio)
    }
    follow().catch(() => {
      if (!isCurrent()) return
      hush()
      notify({
        kind: 'error',
        title: `${name} cannot be heard just now`,
        description: 'The words stand below the portrait. Check your connection and try again.',
      })
    })
  }

  const setStill = (wanted: boolean) => {
    still.current = wanted
    setIsStill(wanted)
  }

  return { host, line, word, isHeard, isStill, hear, hush, setStill }
}

/** @throws Error unless the server answers with a success */
async function read(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} came as ${response.status}.`)
  return response
}
