import { OFFER } from '../brain/answer-parts.ts'
import type { Brain, BrainTurn } from '../brain/brain.ts'
import { KNOWLEDGE_BRAIN, type KnowledgeBrain } from '../brain/knowledge-brain.ts'
import { untilAborted } from '../../infra/until-aborted.ts'
import { createSentenceSplitter } from '../tts/sentences.ts'
import { PartFailure, probe, reported, withSecondTry, type VendorPart } from './vendor-part.ts'

interface FallbackBrainOptions {
  vendor: VendorPart<Brain>
  builtIn: KnowledgeBrain
  /** The longest wait for one sentence of the vendor's brain, from the moment it is requested. */
  sentenceMs: number
}

/** The prompt asks for brief answers. One longer than about twenty seconds is cut off here, with the offer to continue. */
const LONGEST_ANSWER_CHARACTERS = 300

const WAITED = 'Sorry for the wait.'
const BUDGET_SPENT = 'From here on I answer from my own notes, for the rest of this call.'
const LOST_THREAD = 'Sorry, I lost my thread there.'

/**
 * A vendor's brain with the built-in one as its fallback. Only whole sentences are passed on, so that no sentence is
 * begun and never finished. Every turn gets an answer, if need be with a short apology.
 */
export function createFallbackBrain({ vendor, builtIn, sentenceMs }: FallbackBrainOptions): Brain {
  async function* reply(turn: BrainTurn, signal: AbortSignal): AsyncGenerator<string> {
    // A model asked about a turn without recognised words would make something up.
    const isVendors = turn.text.trim() !== '' && (turn.spending?.mayUseVendors() ?? true)
    const attempt = isVendors ? vendor.circuit.enter() : undefined
    if (!attempt) {
      if (isVendors) void probe(vendor, (left) => sentencesOf(withoutEffects(turn), left))
      turn.onAnsweredBy?.(KNOWLEDGE_BRAIN)
      if (turn.spending?.isNewlySpent()) yield `${BUDGET_SPENT} `
      return yield* builtIn.reply(turn, signal)
    }

    let hasActed = false
    const watched: BrainTurn = {
      ...turn,
      onOutcome(outcome) {
        if (outcome === 'action') hasActed = true
        turn.onOutcome?.(outcome)
      },
    }
    // Asked again, a model would also run its action again. The built-in brain says how the action ended.
    const onceActed = { ...vendor, isWorthAnotherTry: (error: unknown) => !hasActed && vendor.isWorthAnotherTry(error) }
    let saidCharacters = 0
    async function* byVendor(): AsyncGenerator<string> {
      for await (const sentence of withSecondTry(onceActed, () => sentencesOf(watched, signal), signal)) {
        if (saidCharacters === 0) turn.onAnsweredBy?.(vendor.name)
        if (saidCharacters >= LONGEST_ANSWER_CHARACTERS) return yield OFFER
        saidCharacters += sentence.length
        yield sentence
      }
      if (saidCharacters === 0) throw new PartFailure('no words')
    }
    if (yield* reported(attempt, byVendor(), () => saidCharacters > 0, signal)) return
    turn.onAnsweredBy?.(saidCharacters > 0 ? `${vendor.name}, then ${KNOWLEDGE_BRAIN}` : KNOWLEDGE_BRAIN)
    if (saidCharacters === 0) {
      yield `${WAITED} `
      yield* builtIn.reply(turn, signal)
    } else if (turn.actions?.isOpen()) yield* builtIn.reply(turn, signal)
    else yield `${LOST_THREAD} ${(await builtIn.known(turn))(turn.text) ?? 'Could you ask me that once more?'}`
  }

  /**
   * The vendor's sentences. Gives up on one that takes too long; only time spent waiting for the next sentence counts.
   */
  async function* sentencesOf(turn: BrainTurn, signal: AbortSignal): AsyncGenerator<string> {
    const own = new AbortController()
    const left = AbortSignal.any([signal, own.signal])
    const sentences = wholeSentences(vendor.part.reply(turn, left))
    try {
      for (;;) {
        const timer = setTimeout(() => own.abort(new PartFailure('timed-out')), sentenceMs)
        const { done, value } = await untilAborted(sentences.next(), left).finally(() => clearTimeout(timer))
        if (done) return
        yield value
      }
    } finally {
      own.abort()
      sentences.return(undefined).catch(() => undefined)
    }
  }

  return { givesSentences: true, confidenceIn: (turn) => builtIn.confidenceIn(turn), reply }
}

/** The turn for a probe, whose answer the caller never hears: it must not run actions or report what it did. */
function withoutEffects({ assistant, history, text, spending }: BrainTurn): BrainTurn {
  return { assistant, history, text, spending }
}

async function* wholeSentences(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = createSentenceSplitter()
  const isSaid = (sentence: string): boolean => sentence.trim() !== ''
  for await (const piece of pieces) {
    yield* splitter.push(piece).filter(isSaid)
    // A complete line is spoken at once, without waiting for what follows: the brain says it while an action runs.
    if (/[.!?…]\n$/.test(piece)) yield* splitter.flush().filter(isSaid)
  }
  yield* splitter.flush().filter(isSaid)
}
