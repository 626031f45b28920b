import { MAX_CARDS } from '#contract/action-limits.ts'
import type { CardSetting } from '#contract/actions.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { listOf } from './fields-editor.tsx'
import { ActionCard } from './action-card.tsx'

interface CardsEditorProps {
  cards: readonly CardSetting[]
  issues: Readonly<Record<string, string>>
  onChange: (cards: CardSetting[]) => void
}

/** Links and pictures that the assistant can show during a conversation. */
export function CardsEditor({ cards, issues, onChange }: CardsEditorProps) {
  const change = (at: number, part: Partial<CardSetting>) =>
    onChange(cards.map((card, index) => (index === at ? { ...card, ...part } : card)))
  const titleId = useId()
  const add = () => {
    const id = `card_${crypto.randomUUID().slice(0, 8)}`
    onChange([...cards, { id, isOn: true, title: '', text: '', url: '', imageUrl: '', asks: [] }])
  }
  return (
    <section aria-labelledby={titleId} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h3 id={titleId} className="text-xl sm:text-2xl">
            Cards to show
          </h3>
          <p className="mt-1 text-ink-soft">
            A link or a picture that appears in the conversation when callers ask for it.
          </p>
        </div>
        <Button disabled={cards.length >= MAX_CARDS} onClick={add}>
          Add a card to show
        </Button>
      </div>
      {cards.map((card, at) => (
        <ActionCard
          key={card.id}
          title={`Show a card: ${card.title === '' ? `card ${at + 1}` : card.title}`}
          text={
            card.asks.length === 0 ? 'Callers cannot ask for it yet.' : `When callers say: ${card.asks.join(', ')}.`
          }
          hasIssue={Object.keys(issues).some((path) => path.startsWith(`cards.${at}.`))}
          isOn={card.isOn}
          onSwitch={(isOn) => change(at, { isOn })}
        >
          {(
            [
              ['title', 'Title'],
              ['text', 'Text, read out'],
              ['url', 'Link'],
              ['imageUrl', 'Address of a picture'],
            ] as const
          ).map(([name, label]) => (
            <Field
              key={name}
              label={label}
              optional={name !== 'title'}
              value={card[name]}
              error={issues[`cards.${at}.${name}`]}
              onChange={({ target }) => change(at, { [name]: target.value })}
            />
          ))}
          <Field
            label="Ways to ask for it"
            hint="Separated by commas, in words: show me the menu, what is on the menu."
            defaultValue={card.asks.join(', ')}
            error={Object.entries(issues).find(([path]) => path.startsWith(`cards.${at}.asks`))?.[1]}
            onChange={({ target }) => change(at, { asks: listOf(target.value) })}
          />
          <div>
            <Button
              size="small"
              className="min-h-11"
              onClick={() => onChange(cards.filter((_, index) => index !== at))}
            >
              Remove this card
            </Button>
          </div>
        </ActionCard>
      ))}
    </section>
  )
}
