import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { withActions } from '../server/src/voice/actions/action-brain.ts'
import { createActionDialog } from '../server/src/voice/actions/action-dialog.ts'
import { keptActions, TOOLS } from '../server/src/voice/actions/actions-testing.ts'
import { createKnowledgeBrain } from '../server/src/voice/brain/knowledge-brain.ts'
import type { HeardLine } from '../server/src/voice/brain/brain.ts'
import { scriptedCalls, type ScriptedCall } from './actions/scripted-calls.ts'

/**
 * `npm run bench:actions`: 200 typed calls of people who book, leave messages, correct themselves and change their minds,
 * against the built-in mind, with actions kept in memory. Prints how many fields were kept as they were meant.
 */
const CALLS = 200
const SHOWN_FAILURES = 12

const ASSISTANT = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, I am Nina.',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [
    { id: 'rye', question: 'How long does rye bread keep?', answer: 'Rye bread keeps for a whole week.' },
    { id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars.' },
  ],
})
const tools = Object.values(TOOLS)
const mind = withActions(createKnowledgeBrain())

/** Holds one call; gives what was kept in it, and what was said. */
async function hold(lines: readonly string[], actions = keptActions(tools)) {
  const dialog = createActionDialog({ actions, onForm: () => undefined, onCard: () => undefined })
  const history: HeardLine[] = []
  const before = actions.kept.length
  for (const text of lines) {
    let content = ''
    const turn = { assistant: ASSISTANT, history: [...history], text, actions: dialog }
    for await (const piece of mind.reply(turn, new AbortController().signal)) content += piece
    history.push({ role: 'user', content: text }, { role: 'assistant', content })
  }
  return { kept: actions.kept.slice(before).map(({ values }) => values), history }
}

function fieldsRight({ expected }: ScriptedCall, kept: readonly Readonly<Record<string, string>>[]) {
  // A change of mind is one field: that nothing was kept.
  if (expected === null) return { right: kept.length === 0 ? 1 : 0, all: 1 }
  const all = Object.keys(expected)
  const [values] = kept.length === 1 ? kept : []
  return { right: all.filter((id) => values?.[id] === expected[id]).length, all: all.length }
}

const startedCpu = process.cpuUsage()
let [right, all, whole, shown] = [0, 0, 0, 0]
for (const call of scriptedCalls(CALLS)) {
  const { kept, history } = await hold(call.lines)
  const fields = fieldsRight(call, kept)
  right += fields.right
  all += fields.all
  if (fields.right === fields.all) whole += 1
  else if ((shown += 1) <= SHOWN_FAILURES) {
    console.log(`${call.what}: expected ${JSON.stringify(call.expected)}, kept ${JSON.stringify(kept)}`)
    for (const { role, content } of history) console.log(`    ${role === 'user' ? '>' : '<'} ${content}`)
  }
}

/** Pairs of callers who are offered the same time before either of them has said yes. */
const PAIRS = 20
let doubled = 0
for (let pair = 0; pair < PAIRS; pair += 1) {
  const actions = keptActions([TOOLS.book])
  const lines = (email: string) => [`book an appointment on Tuesday at half past three, my name is Ann, my email is ${email}`, 'yes', 'the first one', 'yes'] // prettier-ignore
  await Promise.all([hold(lines('a@example.com'), actions), hold(lines('b@example.com'), actions)])
  const slots = actions.kept.map(({ values }) => values['slot'])
  if (new Set(slots).size < slots.length || slots.length < 2) doubled += 1
}

const { user, system } = process.cpuUsage(startedCpu)
console.log(`
fields right                 ${right} of ${all} (${((right / all) * 100).toFixed(1)} %)   target: 95 %
calls right in all           ${whole} of ${CALLS}
pairs at the same time, not settled by two different times   ${doubled} of ${PAIRS}   target: 0
CPU seconds                  ${((user + system) / 1_000_000).toFixed(1)}`)
