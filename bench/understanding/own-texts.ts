import { readdirSync, readFileSync } from 'node:fs'
import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { toDefinition } from '../../server/src/features/assistants/own/definition.ts'
import type { WayToAsk } from './ways-to-ask.ts'

/** This share of the questions that a text does not answer is near its field. */
const NEAR = 0.6

/** An assistant made of a business's text alone, with what its callers asked. */
interface OwnText {
  assistant: AssistantDefinition
  ways: WayToAsk[]
}

/**
 * Texts of invented businesses (`own-texts/`). In each file, `[p1]` and so on stand above the paragraphs; under `[?]` are
 * questions, each behind the number of the paragraph that answers it; under `[-]`, questions that the text does not
 * answer, first those near its field. Weights are learnt from `learnt-from`; `held-out` is for measuring.
 */
export function ownTexts(part: 'learnt-from' | 'held-out'): OwnText[] {
  const folder = new URL(`own-texts/${part}/`, import.meta.url)
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return readOwnText(file.replace('.txt', ''), text, part === 'held-out')
    })
}

function readOwnText(name: string, file: string, isHeldOut: boolean): OwnText {
  const [text = '', asked = '', unanswered = ''] = file.split(/\n\[[?-]\]\n/)
  const paragraphs = new Map(
    Array.from(text.matchAll(/\[(p\d+)\]\n([^[]+)/g), ([, number = '', paragraph = '']) => [number, paragraph]),
  )
  const assistant = toDefinition(name, {
    name,
    voiceId: 'oak',
    firstMessage: 'Hello, how can I help?',
    systemPrompt: '',
    knowledge: { pairs: [], notes: [...paragraphs.values()].join('\n') },
  })
  const entryOf = (number: string): string => {
    const paragraph = flat(paragraphs.get(number) ?? '')
    const entries = assistant.knowledge.filter(({ answer }) => paragraph.includes(flat(answer)))
    if (entries.length !== 1) throw new Error(`${name}: ${number} is ${entries.length} passages instead of one.`)
    return entries[0]?.id ?? ''
  }
  const strangers = linesOf(unanswered)
  const of = { assistant: name, isHeldOut }
  return {
    assistant,
    ways: [
      ...linesOf(asked).map((line): WayToAsk => {
        const [number = '', question = ''] = line.split('\t')
        return { ...of, text: question, entry: entryOf(number), kind: 'way' }
      }),
      ...strangers.map((question, at): WayToAsk => {
        const isNear = at < strangers.length * NEAR
        return { ...of, text: question, entry: null, kind: isNear ? 'near stranger' : 'stranger' }
      }),
    ],
  }
}

function linesOf(text: string): string[] {
  return text.trim().split('\n')
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
