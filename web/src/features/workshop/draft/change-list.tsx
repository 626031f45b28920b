import type { AssistantChange } from '#contract/own-assistant-changes.ts'
import { VOICES } from '#contract/voices.ts'

export function ChangeList({ changes }: { changes: readonly AssistantChange[] }) {
  return (
    <ul className="grid gap-4">
      {changes.map((change, index) => {
        const { title, before, after } = changeWords(change)
        return (
          <li key={index} className="border-l-2 border-line pl-4">
            <p className="font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
            {before === undefined ? null : (
              <p className="mt-1 wrap-anywhere text-ink-soft">
                <span className="font-medium">Before: </span>
                <del className="no-underline">
                  <bdi>{before}</bdi>
                </del>
              </p>
            )}
            {after === undefined ? null : (
              <p className="mt-1 wrap-anywhere">
                <span className="font-medium">Now: </span>
                <ins className="no-underline">
                  <bdi>{after}</bdi>
                </ins>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A change in words: its subject, and the texts before and after, if they can be shown. */
interface ChangeWords {
  title: string
  before?: string
  after?: string
}

const FIELD_TITLES = {
  name: 'Name',
  voiceId: 'Voice',
  firstMessage: 'First message',
  systemPrompt: 'System prompt',
  notes: 'Text about your business',
} as const

function changeWords(change: AssistantChange): ChangeWords {
  switch (change.kind) {
    case 'field': {
      const { field, before, after } = change
      const shown = field === 'voiceId' ? voiceName : field === 'notes' ? lengthOf : asWritten
      return { title: FIELD_TITLES[field], before: shown(before), after: shown(after) }
    }
    case 'photo':
      return { title: 'Photo replaced' }
    case 'photoFace':
      return { title: 'Position of the face in the photo' }
    case 'order':
      return { title: 'Order of the questions' }
    case 'added':
      return { title: `Question added: ${asWritten(change.after.question)}`, after: asWritten(change.after.answer) }
    case 'removed':
      return {
        title: `Question removed: ${asWritten(change.before.question)}`,
        before: asWritten(change.before.answer),
      }
    case 'changed': {
      const { before, after } = change
      const isSameQuestion = before.question === after.question
      const words = (pair: { question: string; answer: string }) =>
        isSameQuestion ? asWritten(pair.answer) : `${asWritten(pair.question)} ${asWritten(pair.answer)}`
      return { title: `Question changed: ${asWritten(after.question)}`, before: words(before), after: words(after) }
    }
  }
}

export function changeCount(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

const asWritten = (text: string) => (text.trim() === '' ? '(empty)' : text)
const voiceName = (voiceId: string) => VOICES.find(({ id }) => id === voiceId)?.label ?? voiceId
/** Long texts are summarised by their length instead of being shown twice. */
const lengthOf = (text: string) => (text.trim() === '' ? '(empty)' : `${text.length} characters`)
