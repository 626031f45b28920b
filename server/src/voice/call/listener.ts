import type { EndpointerOptions } from '../stt/endpointer.ts'
import type { Recogniser, SpeechGrammar } from '../ports.ts'
import type { CallSpending } from '../spending.ts'
import type { CallEvent } from './call-machine.ts'
import type { CallOutput } from './call-output.ts'
import { newId, newItem, type Conversation, type ConversationItem } from './conversation.ts'
import type { Clarity } from './clarity.ts'
import { createEars, type Heard } from './ears.ts'
import { judgeUtterance } from './judge-utterance.ts'
import { createTurnTimer, type TurnTimer } from './turn-timer.ts'

interface ListenerOptions {
  recogniser: Recogniser
  grammar: () => SpeechGrammar
  spending: CallSpending
  conversation: Conversation
  nowMs: () => number
  emit: (output: CallOutput) => void
  dispatch: (event: CallEvent) => void
  /** Called for sound without recognisable words. */
  onUnclear: (clarity: Clarity) => void
  onFault: (where: string, error: unknown) => void
}

/** The words that were played just before a certain moment. */
export interface JustPlayed {
  words: string
  /** Whether they end a question and nothing follows it. */
  isQuestion: boolean
}

interface Utterance {
  item: ConversationItem
  timer: TurnTimer | undefined
  over: string | undefined
  isAsked: boolean
}

/** The caller's side of a call: turns sound into items of the conversation and into events of the call machine. */
export function createListener(options: ListenerOptions) {
  const { conversation, emit, dispatch, onFault } = options
  const utterances = new Map<string, Utterance>()
  const committed = new Set<Promise<void>>()
  let speechEndedAtMs = -Infinity

  const ears = createEars({
    recogniser: options.recogniser,
    grammar: options.grammar,
    spending: options.spending,
    onSpeechStarted: (atMs) =>
      dispatch({ type: 'speech-started', utterance: newId('item'), gapMs: atMs - speechEndedAtMs }),
    onSpeechStopped(atMs) {
      speechEndedAtMs = atMs
      dispatch({ type: 'speech-stopped' })
    },
    onWordlessSound(soundMs) {
      options.onUnclear('noisy')
      emit({ type: 'wordless-sound', soundMs })
    },
  })

  async function recognise(id: string, utterance: Utterance): Promise<void> {
    try {
      const heard = await ears.finish(id)
      utterance.timer?.mark('textMs')
      if (heard.by !== undefined) utterance.timer?.answeredBy('recogniser', heard.by)
      tellClarity(heard)
      const verdict = judgeUtterance({ ...heard, over: utterance.over, isAsked: utterance.isAsked })
      if (verdict !== 'not-understood' && verdict !== 'nothing') ears.heardWords()
      // An utterance that the caller has meanwhile continued is no longer in the conversation.
      if (verdict !== 'nothing' && conversation.find(id)) {
        utterance.item.isBackchannel = verdict === 'backchannel'
        settle(utterance.item, heard)
      }
      dispatch({ type: 'recognised', utterance: id, verdict, response: newId('resp') })
    } catch (error) {
      fail(utterance.item, error)
      dispatch({ type: 'recognised', utterance: id, verdict: 'not-understood', response: newId('resp') })
    }
  }

  function tellClarity({ clarity }: Heard): void {
    if (clarity !== undefined) options.onUnclear(clarity)
  }

  function settle(item: ConversationItem, heard: Heard): void {
    const text = heard.understood ? asWritten(heard.text) : ''
    item.content = text
    item.complete = true
    emit({ type: 'transcribed', itemId: item.id, text, durationMs: heard.voicedMs })
    conversation.save(item)
  }

  function fail(item: ConversationItem, error: unknown): void {
    item.complete = true
    onFault('recogniser', error)
    emit({ type: 'transcription-failed', itemId: item.id })
  }

  function isAsked(over: JustPlayed | undefined): boolean {
    if (over) return over.isQuestion
    // Uses the assistant's last line, since a line of the caller that got no answer may have followed it.
    return isQuestion(conversation.history().findLast(({ role }) => role === 'assistant')?.content ?? '')
  }

  function addItem(item: ConversationItem): void {
    const previousItemId = conversation.add(item)
    emit({ type: 'utterance-committed', itemId: item.id, previousItemId })
    emit({ type: 'item-added', item, previousItemId })
  }

  function clear(): void {
    ears.clear()
    dispatch({ type: 'input-cleared' })
  }

  function forget(id: string): void {
    utterances.delete(id)
    const item = conversation.find(id)
    if (!item) return
    // The first half of a sentence may already be in the record; empty it there.
    item.content = ''
    conversation.save(item)
    conversation.remove(id)
    emit({ type: 'item-removed', itemId: id })
  }

  return {
    appendAudio: (samples: Float32Array) => ears.append(samples),
    configure(settings: Partial<EndpointerOptions> | null): void {
      const changesHands = (settings === null) !== ears.isByHand()
      ears.configure(settings)
      // Speech that began under the old setting would not be ended under the new one.
      if (changesHands) clear()
    },
    /** How long a voice must last to count as speech. */
    setStartMs: (startMs: number) => ears.setStartMs(startMs),
    setAssistantSpeaks: (speaks: boolean) => ears.setAssistantSpeaks(speaks),
    // `open` to `forget` carry out the machine's effects.
    /** @param over what was playing when the caller began to speak */
    open(id: string, continues: string | undefined, over: JustPlayed | undefined): void {
      if (continues !== undefined) forget(continues)
      const item = newItem({ id, role: 'user', by: 'speech', atMs: options.nowMs() })
      utterances.set(id, { item, timer: undefined, over: over?.words, isAsked: isAsked(over) })
      ears.open(id, continues)
      emit({ type: 'speech-started', itemId: id, audioMs: ears.writtenMs() })
    },
    finish(id: string): void {
      const utterance = utterances.get(id)
      if (!utterance) return
      utterance.timer = createTurnTimer(ears.arrivedAt(speechEndedAtMs))
      utterance.timer.mark('endpointMs')
      emit({ type: 'speech-stopped', itemId: id, audioMs: speechEndedAtMs })
      addItem(utterance.item)
      void recognise(id, utterance)
    },
    drop(id: string): void {
      ears.drop(id)
      forget(id)
    },
    forget,
    /** The timer that started when the caller stopped speaking. */
    timerOf: (id: string) => utterances.get(id)?.timer,
    /** Push-to-talk: adds the sent audio as an item. False if there is none. */
    commit(): boolean {
      // If the server finds the ends of utterances itself, a commit marks one more.
      if (!ears.isByHand()) return ears.endNow()
      const item = newItem({ role: 'user', by: 'speech', atMs: options.nowMs() })
      if (!ears.commit(item.id)) return false
      addItem(item)
      const words = ears
        .finish(item.id)
        .then((heard) => {
          tellClarity(heard)
          settle(item, heard)
        })
        .catch((error: unknown) => fail(item, error))
        .finally(() => committed.delete(words))
      committed.add(words)
      return true
    },
    /** Resolves once all committed items have been transcribed. */
    async settled(): Promise<void> {
      await Promise.all(committed)
    },
    clear,
    endNow: () => void ears.endNow(),
    close: () => ears.close(),
  }
}

/** Requests for an answer without a question mark. */
const INVITES =
  /\b(?:let me know|tell me|just say|say yes|shall i|should i|would you like|do you want)\b[^.!?]*[.!]?\s*$/i

/** Whether a text asks for an answer: it ends with a question, or with a question and a hint how to answer it. */
export function isQuestion(text: string): boolean {
  return /\?["”’)]*(?:\s+[^.!?]+[.!]?)?\s*$/.test(text) || INVITES.test(text)
}

/** Adds the capitals that recognised text lacks. */
function asWritten(text: string): string {
  return text.replace(/^[a-z]/, (first) => first.toUpperCase()).replace(/\bi\b/g, 'I')
}
