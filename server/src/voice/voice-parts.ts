import type { VoicePartsReport } from '#contract/health.ts'
import type { Brain } from './brain/brain.ts'
import { KNOWLEDGE_BRAIN, type KnowledgeBrain } from './brain/knowledge-brain.ts'
import type { VoiceParts } from './call-ports.ts'
import type { Recogniser, Synthesiser } from './ports.ts'
import type { CircuitChange } from './fallback/circuit.ts'
import { createFallbackBrain } from './fallback/fallback-brain.ts'
import { createFallbackRecogniser } from './fallback/fallback-recogniser.ts'
import { createFallbackSynthesiser } from './fallback/fallback-synthesiser.ts'
import { keepSpeech } from './fallback/kept-speech.ts'
import type { VendorPart } from './fallback/vendor-part.ts'

/** Called when a vendor's service becomes unavailable and when it is available again. */
export type OnChange = (change: CircuitChange) => void

export type VoicePart = 'recogniser' | 'brain' | 'synthesiser'

/** Factories of the parts that vendors provide. A part without one is built in; any combination works. */
export interface VoiceVendors {
  brain?: { sentenceMs: number; create: (builtIn: KnowledgeBrain, onChange: OnChange) => VendorPart<Brain> } | undefined
  recogniser?: ((onChange: OnChange) => VendorPart<Recogniser>) | undefined
  synthesiser?: ((builtIn: Synthesiser, onChange: OnChange) => VendorPart<Synthesiser>) | undefined
}

export interface ComposedParts extends Omit<VoiceParts, 'onFault'> {
  report(): VoicePartsReport
  /** Checks which vendors are available, before a caller has to wait for one. Never rejects. */
  check(): Promise<void>
}

const BUILT_IN = { recogniser: 'grammar', brain: KNOWLEDGE_BRAIN, synthesiser: 'flite' } as const

const VENDOR_SPEECH_CACHE_MB = 16

/** Composes the parts of a call: a vendor's where one is configured, each with the built-in part as its fallback. */
export function composeParts(
  builtIn: Omit<VoiceParts, 'onFault'> & { brain: KnowledgeBrain },
  vendors: VoiceVendors,
  onChange: (part: VoicePart, change: CircuitChange) => void,
): ComposedParts {
  const brain = vendors.brain?.create(builtIn.brain, (change) => onChange('brain', change))
  const recogniser = vendors.recogniser?.((change) => onChange('recogniser', change))
  const synthesiser = vendors.synthesiser?.(builtIn.synthesiser, (change) => onChange('synthesiser', change))
  const given = { recogniser, brain, synthesiser }

  const pathOf = (part: keyof typeof given): string =>
    given[part]?.circuit.isClosed() ? given[part].name : BUILT_IN[part]

  return {
    brain:
      brain && vendors.brain
        ? createFallbackBrain({ vendor: brain, builtIn: builtIn.brain, sentenceMs: vendors.brain.sentenceMs })
        : builtIn.brain,
    recogniser: recogniser
      ? createFallbackRecogniser({ vendor: recogniser, builtIn: builtIn.recogniser, builtInName: BUILT_IN.recogniser })
      : builtIn.recogniser,
    synthesiser: synthesiser ? fallbackVoice(synthesiser, builtIn.synthesiser) : builtIn.synthesiser,
    async check() {
      await Promise.all(
        Object.values(given).map(async (vendor) => {
          const attempt = vendor?.check && vendor.circuit.enter()
          if (!attempt) return
          await vendor.check?.().then(
            () => attempt.succeeded(),
            (error: unknown) => attempt.failed(error),
          )
        }),
      )
    },
    report() {
      const paths = { recogniser: pathOf('recogniser'), brain: pathOf('brain'), synthesiser: pathOf('synthesiser') }
      const named = (['recogniser', 'brain', 'synthesiser'] as const).flatMap((part) => {
        const vendor = given[part]
        if (!vendor) return []
        const { state, lastFailure } = vendor.circuit.report()
        const failure = lastFailure && { at: new Date(lastFailure.atMs).toISOString(), what: lastFailure.what }
        return [{ part, vendor: vendor.name, live: state === 'closed', lastFailure: failure ?? null }]
      })
      const live = named.filter((vendor) => vendor.live).length
      const path = live === 0 ? 'built-in' : live === Object.keys(given).length ? 'vendors' : 'mixed'
      return { path, ...paths, ...(named.length > 0 ? { vendors: named } : {}) }
    },
  }
}

function fallbackVoice(vendor: VendorPart<Synthesiser>, builtIn: Synthesiser): Synthesiser {
  const voice = createFallbackSynthesiser({ vendor, builtIn, builtInName: BUILT_IN.synthesiser })
  return keepSpeech(voice, { cacheMb: VENDOR_SPEECH_CACHE_MB, worthKeeping: (chunk) => chunk.by === vendor.name })
}
