import { MAX_CARDS } from '#contract/action-limits.ts'
import type { CardSetting } from '#contract/actions.ts'
import { Field } from '../../../ui/field.tsx'
import type { Issues } from '../saving/use-saved-settings.ts'
import { ActionList } from './action-list.tsx'

interface CardsEditorProps {
  cards: readonly CardSetting[]
  issues: Issues
  onChange: (cards: CardSetting[]) => void
}

const LINES = [
  ['title', 'Title'],
  ['text', 'Text, read out'],
  ['url', 'Link'],
  ['imageUrl', 'Address of a picture'],
] as const

/** Links and pictures that the assistant can show during a conversation. */
export function CardsEditor({ cards, issues, onChange }: CardsEditorProps) {
  const add = () => {
    const id = `card_${crypto.randomUUID().slice(0, 8)}`
    onChange([...cards, { id, isOn: true, title: '', text: '', url: '', imageUrl: '', asks: [] }])
  }
  return (
    <ActionList
      title="Cards to show"
      text="A link or a picture that appears in the conversation when callers ask for it."
      actions={cards}
      most={MAX_CARDS}
      addWords="Add a card to show"
      removeWords="Remove this card"
      asksHint="show me the menu, what is on the menu."
      wordsOf={({ title, asks }, at) => ({
        title: `Show a card: ${title === '' ? `card ${at + 1}` : title}`,
        text: asks.length === 0 ? 'Callers cannot ask for it yet.' : `When callers say: ${asks.join(', ')}.`,
      })}
      issues={issues}
      path="cards"
      onAdd={add}
      onChange={onChange}
      renderFields={(card, at, change) =>
        LINES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            optional={name !== 'title'}
            value={card[name]}
            error={issues[`cards.${at}.${name}`]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))
      }
    />
  )
}
