import type { EmergencyLines } from '#contract/emergency-lines.ts'
import { compilePattern } from '#contract/phrase-pattern.ts'
import type { Brain, BrainTurn, HeardLine } from '../brain/brain.ts'
import { inSlices } from '../../infra/in-slices.ts'
import { createRecentValues } from '../../infra/recent-values.ts'
import { checkBack, emergencyAnswer, stillUrgent } from './answers.ts'
import { isRough, isRoughCry } from '../brain/rough-words.ts'
import { isExplained, judgeDanger, kindOfCry, type Danger } from './detect.ts'
import type { EmergencyKind } from './kinds.ts'

/** The name of this brain among the parts of a call. A call does not let mere noise interrupt its answers. */
export const EMERGENCY_BRAIN = 'emergency'

/** After this many of the caller's turns without another sign of it, an emergency is closed. */
const OPEN_TURNS = 6
const LINES_READ = 40

/** Replies to the assistant's last line. If an action has asked a question since, they answer that question instead. */
const REPLIES = [
  '[yes | yeah | okay | sure] [please] (go on | go ahead | carry on | continue | keep going)', '(tell me more | tell me | more | next | next step | and then | then what | and)', '[please] (continue | keep going)', '(yes | no | yeah | nope | not yet | i did | done)',
].map(compilePattern) // oxfmt-ignore
const GOES_ON = [
  '[and | but | okay | ok | so] what [do | should | can | must] (i | we) do [now | next | then | first | until then | meanwhile]', '[and | okay | ok] what (now | next | else | then)', '[and | okay | so] now what', '(what | anything) (else | more) [can i do | should i do | do i do]', '(i have | i) (called | called them | called already | called for help) ', "(they're | they are | help is | the ambulance is) (coming | on the way | on their way)", 'how (long | do i do that | do i do it | do i do this)', '[please] help [me] [please]', "(i'm | i am) (scared | alone | afraid | so scared)", '(i do not | i don\'t) know what to do', "(it's | it is | she's | he's | she is | he is | that is) (not helping | not working | getting worse | worse | still)", 'still (not | bleeding | choking | nothing)', 'hurry', '(on purpose | yes on purpose | it was an accident | by accident)', '(i am safe | i am not safe | not safe | yes i am safe | no i am not)', "(i can't | i cannot) [call | do that]",
].map(compilePattern) // oxfmt-ignore
const IS_OVER = [
  '(never mind | nevermind | false alarm | just testing | just kidding | it was a joke | it was a test)', "(it's | it is | she's | he's | she is | he is | i'm | i am | we're | we are | everything is | everything's) [all | now] (fine | okay | ok | all right | better | over | good | safe) [now | again]", '(no | no no) (i | that) (did not | didn\'t | is not | isn\'t | was not | wasn\'t) [say] [that | it | what i said]', '(no it is not | no it isn\'t | no it\'s not) [an emergency]', 'there is no emergency', "that's wrong", 'you misheard [me]',
].map(compilePattern) // oxfmt-ignore

/** The current emergency of a conversation, and how many further steps were said. */
interface Open {
  kind: EmergencyKind
  said: number
  /** False until the caller has heard that it was taken for an emergency. */
  isAnswered: boolean
}

interface EmergencyOptions {
  lines: EmergencyLines
  /** Whether to answer the following turns too. A language model does that itself, since the emergency is in its history. */
  goesOn: boolean
}

/**
 * Wraps a brain: a turn about an emergency is answered here, with the emergency number in the first sentence, without
 * asking the brain. If the brain has no answer to a turn that may be about an emergency, this layer asks back. Keeps no
 * state; what was said before is read from the lines that the caller heard.
 */
export function withEmergencies<Inner extends Brain>(inner: Inner, { lines, goesOn }: EmergencyOptions): Inner {
  async function answerTo(turn: BrainTurn): Promise<string | undefined> {
    const { history, text } = turn
    const open = await inSlices(openEmergency(history, lines))
    const danger = dangerIn(text)
    const { kind, excess } = danger
    // The words were only partly understood, so the assistant asks back, with the number in the first sentence.
    if (kind && !open && isRough(text)) return checkBack(lines)
    // "He has been coughing all week" is a question for an assistant that knows about coughs. A certain cry does not wait
    // for that: the index of the knowledge may have to be made first.
    if (kind && !open && excess < Infinity && isExplained(danger, (await inner.confidenceIn?.(turn)) ?? 0))
      return undefined
    if (kind) {
      // The answer to a repeated cry continues with the next step.
      if (open?.kind !== kind) return emergencyAnswer(kind, lines).first
      return goesOn ? nextStep(open) : undefined
    }
    if (!open || !goesOn || IS_OVER.some((matches) => matches(text))) return undefined
    const isReply = text.trim() === '' || REPLIES.some((matches) => matches(text))
    if (isReply && turn.actions?.isOpen() && !isOwnLine(history, open.kind)) return undefined
    return isReply || GOES_ON.some((matches) => matches(text)) ? nextStep(open) : undefined
  }

  /** Whether the assistant's last line was about the emergency, and not the question of an action begun after it. */
  function isOwnLine(history: readonly HeardLine[], kind: EmergencyKind): boolean {
    const last = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
    const { first, more } = emergencyAnswer(kind, lines)
    return [first, ...more, checkBack(lines), stillUrgent(kind, lines)].some((line) => isSaid(last, line))
  }

  function nextStep({ kind, said }: Open): string {
    return emergencyAnswer(kind, lines).more[said] ?? stillUrgent(kind, lines)
  }

  /** Lets the inner brain answer a doubtful turn; if it has no answer, asks whether this is an emergency. */
  async function* inDoubt(turn: BrainTurn, signal: AbortSignal): AsyncIterable<string> {
    let isMissed = false
    const asked = { ...turn, onMissed: () => void (isMissed = true) }
    for await (const piece of inner.reply(asked, signal)) {
      if (isMissed) {
        turn.onOutcome?.('asked-back')
        turn.onAnsweredBy?.(EMERGENCY_BRAIN)
        return yield checkBack(lines)
      }
      yield piece
    }
  }

  return {
    ...inner,
    async *reply(turn: BrainTurn, signal: AbortSignal) {
      const answer = await answerTo(turn)
      if (answer !== undefined) {
        turn.onAnsweredBy?.(EMERGENCY_BRAIN)
        yield answer
      } else if (dangerIn(turn.text).isPossible) yield* inDoubt(turn, signal)
      else yield* inner.reply(turn, signal)
    },
  }
}

/** Rough words (see rough-words.ts) were judged by the recogniser, which knows how well they fit the sound. */
function judged(text: string): Danger {
  if (!isRough(text)) return judgeDanger(text)
  return { kind: isRoughCry(text) ? kindOfCry(text) : undefined, excess: 0, isPossible: false }
}

/**
 * How many lines' results are cached. Every turn reads the earlier lines again, and this wraps both the built-in brain and
 * the fallback brain around it.
 */
const REMEMBERED_LINES = 2_000
const remembered = createRecentValues<string, Danger>(REMEMBERED_LINES)

function dangerIn(text: string): Danger {
  return remembered.getOr(text, () => judged(text))
}

/** The latest emergency of a conversation, unless it is over or too long ago. */
function* openEmergency(history: readonly HeardLine[], lines: EmergencyLines): Generator<void, Open | undefined> {
  let open: Open | undefined
  let quietTurns = 0
  for (const { role, content } of history.slice(-LINES_READ)) {
    if (role === 'user') {
      const { kind } = dangerIn(content)
      if (kind && kind !== open?.kind) open = { kind, said: 0, isAnswered: false }
      quietTurns = kind ? 0 : quietTurns + 1
      if (IS_OVER.some((matches) => matches(content)) || quietTurns > OPEN_TURNS) open = undefined
    } else if (open?.isAnswered === false && content.length > 0) {
      const answers = [emergencyAnswer(open.kind, lines).first, checkBack(lines)]
      open = answers.some((answer) => isSaid(content, answer)) ? { ...open, isAnswered: true } : undefined
    } else if (open && emergencyAnswer(open.kind, lines).more.some((step) => isSaid(content, step))) {
      open = { ...open, said: open.said + 1 }
      quietTurns = 0
    }
    yield
  }
  return open
}

/** Whether a line is this step. Of an interrupted line only the beginning was heard, so the first words are compared. */
function isSaid(content: string, step: string): boolean {
  return content.length > 0 && (step.startsWith(content.slice(0, 40)) || content.startsWith(step.slice(0, 40)))
}
