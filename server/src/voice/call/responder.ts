import type { AssistantDefinition } from '#contract/assistant.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { Brain } from '../brain/brain.ts'
import type { Synthesiser } from '../ports.ts'
import { startAnswer, type Answer } from './answer.ts'
import type { CallOutput, Modality, ResponseEnding } from './call-output.ts'
import { newItem, type Conversation, type ConversationItem } from './conversation.ts'
import { pause } from './pause.ts'
import { createSpokenWords } from './spoken-words.ts'
import type { TurnTimer } from './turn-timer.ts'

export interface ResponderOptions {
  assistant: AssistantDefinition
  brain: Brain
  synthesiser: Synthesiser
  conversation: Conversation
  nowMs: () => number
  emit: (output: CallOutput) => void
  /** All that the person said has its words. */
  settled: () => Promise<void>
  onBegan: (response: string) => void
  onFinished: (response: string) => void
  onFault: (where: string, error: unknown) => void
}

/** The assistant's half of a call: makes answers, one at a time, and keeps of each what was heard. */
export interface Responder {
  /** In a conversation without a word yet, the answer is the assistant's first message. */
  start(response: string, manner: ResponseManner): void
  hold(response: string): void
  resume(response: string): void
  cancel(response: string, because: 'speech' | 'request'): void
  /** The words that sounded just before now. */
  justPlayed(): string | undefined
  /** The listener's own figures. False for an item that was never spoken. */
  truncate(itemId: string, audioEndMs: number): boolean
  playbackStarted(itemId: string): void
  playbackPaused(itemId: string, playedMs: number): void
}

export interface ResponseManner {
  timer: TurnTimer
  voiceId: VoiceId
  modality: Modality
  /** The person may go on: waits this long before the first word. */
  patienceMs: number
}

/** Words that sounded up to this long before an interruption may be what the microphone caught. */
const ECHO_WINDOW_MS = 1_500

interface LiveResponse {
  id: string
  item: ConversationItem
  previousItemId: string | undefined
  modality: Modality
  answer: Answer
  timer: TurnTimer
}

export function createResponder(options: ResponderOptions): Responder {
  const { assistant, conversation, emit } = options
  let live: LiveResponse | undefined

  async function* think(signal: AbortSignal, patienceMs: number, timer: TurnTimer): AsyncIterable<string> {
    if (patienceMs > 0) await pause(patienceMs, signal)
    if (signal.aborted) return
    await options.settled()
    const history = conversation.history()
    // A last utterance without words leaves none in the history: the brain is told that nothing was understood.
    const last = conversation.lastSaid()
    const text = last?.role === 'user' ? last.content : ''
    const before = text === '' ? history : history.slice(0, -1)
    const onAnsweredBy = (part: string): void => timer.answeredBy('brain', part)
    yield* options.brain.reply({ assistant, history: before, text, onAnsweredBy }, signal)
  }

  function finish(ending: ResponseEnding): void {
    if (!live) return
    const { id, item, previousItemId, modality, answer, timer } = live
    live = undefined
    item.complete = true
    item.interrupted = ending.status !== 'completed'
    item.timings = timer.timings()
    item.content = (ending.status === 'completed' ? item.words?.all() : item.words?.heardBy(answer.playedMs())) ?? ''
    emit({ type: 'response-ended', responseId: id, item, previousItemId, modality, ending })
    emit({ type: 'timings', itemId: item.id, timings: item.timings })
    conversation.save(item)
    options.onFinished(id)
  }

  return {
    start(id, { timer, voiceId, modality, patienceMs }) {
      const greets = conversation.isEmpty()
      const words = createSpokenWords()
      const item = newItem({ role: 'assistant', by: 'speech', atMs: options.nowMs(), words })
      const previousItemId = conversation.add(item)
      emit({ type: 'response-started', responseId: id, item, previousItemId, modality })

      const place = { responseId: id, itemId: item.id }
      const answer = startAnswer({
        text: (signal) => (greets ? say(assistant.firstMessage) : think(signal, patienceMs, timer)),
        inSentences: greets || options.brain.givesSentences === true,
        synthesiser: options.synthesiser,
        voiceId,
        modality,
        words,
        on: {
          firstWord: () => timer.mark('firstWordMs'),
          spokenBy: (name) => timer.answeredBy('synthesiser', name),
          began() {
            timer.mark('firstAudioSentMs')
            options.onBegan(id)
          },
          words: (text) => emit({ type: 'words', ...place, text, modality }),
          mouth: (cues) => emit({ type: 'mouth', ...place, cues }),
          audio: (samples) => emit({ type: 'audio', ...place, samples }),
          sent: () => emit({ type: 'audio-sent', ...place }),
          completed: () => finish({ status: 'completed' }),
          failed(error) {
            options.onFault('answer', error)
            finish({ status: 'failed', message: 'The answer could not be made. Please ask again.' })
          },
        },
      })
      live = { id, item, previousItemId, modality, answer, timer }
    },
    hold(id) {
      if (live?.id !== id) return
      live.answer.hold()
      emit({ type: 'held', itemId: live.item.id })
    },
    resume(id) {
      if (live?.id !== id) return
      live.answer.resume()
      emit({ type: 'resumed', itemId: live.item.id })
    },
    cancel(id, because) {
      if (live?.id !== id) return
      live.answer.cancel()
      finish({ status: 'cancelled', because })
    },
    justPlayed() {
      if (!live) return undefined
      const playedMs = live.answer.playedMs()
      return live.item.words?.between(playedMs - ECHO_WINDOW_MS, playedMs)
    },
    truncate(itemId, audioEndMs) {
      const item = conversation.find(itemId)
      if (!item?.words) return false
      if (live?.item === item) live.answer.reportPlayed(audioEndMs)
      else {
        item.content = item.words.heardBy(audioEndMs)
        item.interrupted = true
        conversation.save(item)
      }
      emit({ type: 'truncated', itemId, audioEndMs })
      return true
    },
    playbackStarted(itemId) {
      if (live?.item.id === itemId) emit({ type: 'timings', itemId, timings: live.timer.mark('firstAudioPlayedMs') })
    },
    playbackPaused(itemId, playedMs) {
      if (live?.item.id === itemId) live.answer.reportPlayed(playedMs)
    },
  }
}

async function* say(text: string): AsyncIterable<string> {
  yield text
}
