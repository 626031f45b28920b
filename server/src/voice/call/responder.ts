import type { AssistantDefinition } from '#contract/assistant.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { TurnOutcome } from '#contract/calls.ts'
import type { TurnActions } from '../actions/turn-actions.ts'
import type { Brain } from '../brain/brain.ts'
import { EMERGENCY_BRAIN } from '../emergency/emergency-brain.ts'
import type { Synthesiser } from '../ports.ts'
import type { CallSpending } from '../spending.ts'
import { createTokenBucket } from '../token-bucket.ts'
import { startAnswer, type Answer } from './answer.ts'
import type { CallOutput, Modality, ResponseEnding } from './call-output.ts'
import { newItem, type Conversation, type ConversationItem } from './conversation.ts'
import { isQuestion, type JustPlayed } from './listener.ts'
import type { TurnReport } from './misunderstandings.ts'
import { pause } from './pause.ts'
import { createSpokenWords } from './spoken-words.ts'
import type { TurnTimer } from './turn-timer.ts'

interface ResponderOptions {
  assistant: AssistantDefinition
  /** Spoken when an answer is requested before anything was said. */
  greeting: string
  spending: CallSpending
  brain: Brain
  actions?: TurnActions | undefined
  synthesiser: Synthesiser
  conversation: Conversation
  nowMs: () => number
  emit: (output: CallOutput) => void
  /** Resolves once everything that the caller said has been transcribed. */
  settled: () => Promise<void>
  /** `greets`: whether the response is the greeting. */
  onBegan: (response: string, greets: boolean) => void
  /** Reports the outcome of one of the caller's turns, once for each, unless the answer was cancelled before its first word. */
  onTurn: (report: TurnReport) => void
  onFinished: (response: string) => void
  onFault: (where: string, error: unknown) => void
}

interface ResponseManner {
  timer: TurnTimer
  voiceId: VoiceId
  modality: Modality
  /** How long to wait before the first word, in case the caller continues. */
  patienceMs: number
}

/** The microphone may pick up words that were played up to this long ago. */
const ECHO_WINDOW_MS = 1_500
/** Callers may answer a question this long before it ends. */
const EAGER_MS = 500
/** Rate limit for answers in one call. Conversations stay below it; a program that keeps asking has to wait. */
const ANSWERS = { burst: 8, perSecond: 0.5 }

interface LiveResponse {
  id: string
  item: ConversationItem
  previousItemId: string | undefined
  modality: Modality
  answer: Answer
  timer: TurnTimer
  isUrgent: boolean
}

/** The assistant's side of a call: makes one answer at a time and records how much of it was heard. */
export function createResponder(options: ResponderOptions) {
  const { assistant, conversation, emit } = options
  const allowance = createTokenBucket(ANSWERS)
  let live: LiveResponse | undefined

  async function* think(signal: AbortSignal, patienceMs: number, timer: TurnTimer): AsyncIterable<string> {
    if (patienceMs > 0) await pause(patienceMs, signal)
    // Taken only when the answer is really made, so that one cancelled earlier costs nothing.
    while (!signal.aborted && !allowance.take()) await pause(allowance.waitMs(), signal)
    if (signal.aborted) return
    await options.settled()
    const history = conversation.history()
    // An utterance without words is not in the history, so its empty text tells the brain that nothing was understood.
    const last = conversation.lastSaid()
    const text = last?.role === 'user' ? last.content : ''
    const before = text === '' ? history : history.slice(0, -1)
    const onAnsweredBy = (part: string): void => {
      timer.answeredBy('brain', part)
      if (live?.timer === timer) live.isUrgent = part === EMERGENCY_BRAIN
    }
    const { spending } = options
    spending.spend('builtInAnswer', 1)
    let isTold = last?.role !== 'user'
    let outcome: TurnOutcome = 'answered'
    const tell = (questions: readonly string[] = []): void => {
      if (!isTold && last) options.onTurn({ type: 'turn', outcome, itemId: last.id, text, questions })
      isTold = true
    }
    const onOutcome = (known: TurnOutcome): void => void (outcome = known)
    const onMissed = (questions: readonly string[]): void => {
      outcome = text === '' ? 'not-heard' : 'refused'
      tell(questions)
    }
    let isAnswered = false
    try {
      for await (const piece of options.brain.reply(
        { assistant, history: before, text, onAnsweredBy, onMissed, onOutcome, spending, actions: options.actions },
        signal,
      )) {
        isAnswered = true
        yield piece
      }
    } finally {
      // A brain without an answer has reported that before its first piece.
      if (isAnswered) tell()
    }
  }

  function finish(ending: ResponseEnding): void {
    if (!live) return
    const { id, item, previousItemId, modality, answer, timer } = live
    live = undefined
    item.complete = true
    // An answer that is cancelled after its last sound was played, but before the clock says so, was heard as well.
    item.interrupted = ending.status !== 'completed' && !answer.isHeard()
    item.timings = timer.timings()
    item.content = (item.interrupted ? item.words?.heardBy(answer.playedMs()) : item.words?.all()) ?? ''
    emit({ type: 'response-ended', responseId: id, item, previousItemId, modality, ending })
    emit({ type: 'timings', itemId: item.id, timings: item.timings })
    conversation.save(item)
    options.onFinished(id)
  }

  return {
    /** The first response of a conversation is the assistant's greeting. */
    start(id: string, { timer, voiceId, modality, patienceMs }: ResponseManner): void {
      const greets = conversation.isEmpty()
      const words = createSpokenWords()
      const item = newItem({ role: 'assistant', by: 'speech', atMs: options.nowMs(), words })
      const previousItemId = conversation.add(item)
      emit({ type: 'response-started', responseId: id, item, previousItemId, modality })

      const place = { responseId: id, itemId: item.id }
      const answer = startAnswer({
        text: (signal) => (greets ? say(options.greeting) : think(signal, patienceMs, timer)),
        inSentences: greets || options.brain.givesSentences === true,
        synthesiser: options.synthesiser,
        spending: options.spending,
        voiceId,
        modality,
        words,
        on: {
          firstWord: () => timer.mark('firstWordMs'),
          spokenBy: (name) => timer.answeredBy('synthesiser', name),
          began() {
            timer.mark('firstAudioSentMs')
            options.onBegan(id, greets)
          },
          words: (text) => emit({ type: 'words', ...place, text, modality }),
          mouth: (cues) => emit({ type: 'mouth', ...place, cues }),
          audio: (samples) => emit({ type: 'audio', ...place, samples }),
          sent: () => emit({ type: 'audio-sent', ...place }),
          completed: () => finish({ status: 'completed' }),
          failed(error) {
            options.onFault('answer', error)
            finish({ status: 'failed', message: 'The answer could not be given. Please ask again.' })
          },
        },
      })
      live = { id, item, previousItemId, modality, answer, timer, isUrgent: false }
    },
    hold(id: string): void {
      if (live?.id !== id) return
      live.answer.hold()
      emit({ type: 'held', itemId: live.item.id })
    },
    resume(id: string): void {
      if (live?.id !== id) return
      live.answer.resume()
      emit({ type: 'resumed', itemId: live.item.id })
    },
    cancel(id: string, because: 'speech' | 'request'): void {
      if (live?.id !== id) return
      live.answer.cancel()
      finish({ status: 'cancelled', because })
    },
    /** Whether the current or held answer is about an emergency, which mere noise must not interrupt. */
    isUrgent: () => live?.isUrgent === true,
    /** The words played just before now. */
    justPlayed(): JustPlayed | undefined {
      if (!live) return undefined
      const playedMs = live.answer.playedMs()
      const { words } = live.item
      const isLeft = words?.between(playedMs + EAGER_MS, Infinity) !== ''
      return {
        words: words?.between(playedMs - ECHO_WINDOW_MS, playedMs) ?? '',
        isQuestion: !isLeft && isQuestion(words?.all() ?? ''),
      }
    },
    /** The client's own report of what was played. False for an item that is not a spoken answer. */
    truncate(itemId: string, audioEndMs: number): boolean {
      const item = conversation.find(itemId)
      if (!item?.words) return false
      if (live?.item === item) live.answer.reportPlayed(audioEndMs)
      else {
        item.content = item.words.heardBy(audioEndMs)
        item.interrupted ||= item.content !== item.words.all()
        conversation.save(item)
      }
      emit({ type: 'truncated', itemId, audioEndMs })
      return true
    },
    playbackStarted(itemId: string): void {
      if (live?.item.id === itemId) emit({ type: 'timings', itemId, timings: live.timer.mark('firstAudioPlayedMs') })
    },
    playbackPaused(itemId: string, playedMs: number): void {
      if (live?.item.id === itemId) live.answer.reportPlayed(playedMs)
    },
  }
}

async function* say(text: string): AsyncIterable<string> {
  yield text
}
