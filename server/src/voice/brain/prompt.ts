import type { AssistantDefinition } from '#contract/assistant.ts'
import { emergencyLinesOf, type EmergencyLines } from '#contract/emergency-lines.ts'
import type { CallActions } from '../actions.ts'
import { emergencyRule } from '../emergency/prompt-rule.ts'
import { OFFER } from './answer-parts.ts'
import type { BrainTurn, HeardLine } from './brain.ts'

/** One message to a language model. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/**
 * About two thousand tokens. An assistant of the catalogue fits completely; of a larger one, the entries closest to the
 * question are included.
 */
const KNOWLEDGE_CHARACTERS = 9_000
const HISTORY_LINES = 40
const HISTORY_CHARACTERS = 12_000

const MANNER = `You are talking with a person by voice. Your words are spoken aloud as you write them.
- Answer in at most two short sentences of plain spoken English, some twenty words in all, without lists, headings, emoji, markdown or links.
- Where there is more to say, end with "${OFFER}" and wait: after a yes go on in the same way, after a no let it rest.
- Say numbers, dates and abbreviations as a person would say them.
- The person's words come from speech recognition and may be misheard: go by what was most likely meant, and ask when it is unclear.
- What you know of your subject is below. Facts about this business, such as prices, times and names, come from there alone; when they are not there, say that you do not know.
- Never say that you are a human being.`

interface SystemPromptOptions {
  turn: Pick<BrainTurn, 'assistant'> & { text?: string; actions?: Pick<CallActions, 'tools' | 'localNow'> | undefined }
  /** The ids of the entries closest to a question, best first; used if the knowledge does not fit completely. */
  nearest?: (text: string) => readonly string[]
  lines?: EmergencyLines | undefined
}

interface PromptOptions extends SystemPromptOptions {
  turn: SystemPromptOptions['turn'] & Pick<BrainTurn, 'history' | 'text'>
}

/**
 * The messages to a language model for one turn: who it is, what it knows, and what the caller really heard so far. The
 * unchanging part comes first, so that the model's server can cache it.
 */
export function promptFor(options: PromptOptions): PromptMessage[] {
  const { history, text } = options.turn
  return [
    { role: 'system', content: systemPromptFor(options) },
    ...latest(history).map(({ role, content }): PromptMessage => ({ role, content })),
    { role: 'user', content: text },
  ]
}

/** Who the assistant is, what it knows and what it can do. */
export function systemPromptFor(options: SystemPromptOptions): string {
  const { turn, nearest = () => [], lines = emergencyLinesOf(undefined) } = options
  const { assistant, text = '', actions } = turn
  const parts = [
    `Your name is ${assistant.name}. You are an AI assistant and help with ${assistant.scope}.`,
    assistant.systemPrompt.trim(),
    MANNER,
    emergencyRule(lines),
    knowledgeText(assistant, nearest, text),
    actionsText(actions),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

type Nearest = NonNullable<SystemPromptOptions['nearest']>

function knowledgeText({ knowledge }: AssistantDefinition, nearest: Nearest, text: string): string {
  if (knowledge.length === 0) return ''
  const entries = knowledge.map((entry) => ({
    id: entry.id,
    text: [
      `Q: ${entry.question}`,
      `A: ${entry.answer}`,
      ...entry.followUps.map(({ patterns, answer }) => `If asked "${patterns[0] ?? ''}": ${answer}`),
    ].join('\n'),
  }))
  const whole = entries.reduce((sum, entry) => sum + entry.text.length + 2, 0)
  const chosen = whole <= KNOWLEDGE_CHARACTERS ? entries : fitting(byNearness(entries, nearest(text)))
  return `What you know:\n\n${chosen.map((entry) => entry.text).join('\n\n')}`
}

/** At the end of the system message, because the clock changes with every turn. */
function actionsText(actions: SystemPromptOptions['turn']['actions']): string {
  if (!actions) return ''
  const names = actions.tools.map(({ name, description }) => `- ${name}: ${description}`)
  return `What you can do for the person, by calling functions:
${names.join('\n')}
Before you call one that keeps, books, changes or cancels something, ask for each required field that you do not know, one at a time, then read names, addresses, numbers and times back and wait for a yes. A correction takes the place of what was said before. Never say that something is done before the function has said so; then say what it says. If it refuses, say why and offer what it offers.
At the business it is now ${actions.localNow()}; all times are local there.`
}

function byNearness<Entry extends { id: string }>(entries: readonly Entry[], ids: readonly string[]): Entry[] {
  const near = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
  return [...near, ...entries.filter((entry) => !near.includes(entry))]
}

function fitting<Entry extends { text: string }>(entries: readonly Entry[]): Entry[] {
  let room = KNOWLEDGE_CHARACTERS
  return entries.filter((entry) => (room -= entry.text.length + 2) >= 0)
}

/** As many of the last lines as fit, in their order. */
function latest(history: readonly HeardLine[]): HeardLine[] {
  let room = HISTORY_CHARACTERS
  const lines = history.slice(-HISTORY_LINES)
  const from = lines.findLastIndex((line) => (room -= line.content.length) < 0)
  return lines.slice(from + 1)
}
