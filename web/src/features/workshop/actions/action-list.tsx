import { useId, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { firstIssue, type Issues } from '../saving/use-saved-settings.ts'
import { ActionCard } from './action-card.tsx'
import { listOf } from './fields-editor.tsx'

/** An action of which an assistant can have several, and which callers ask for in words that the owner chooses. */
interface RepeatedAction {
  id: string
  isOn: boolean
  asks: string[]
}

interface ActionListProps<Action extends RepeatedAction> {
  title: string
  text: string
  actions: readonly Action[]
  most: number
  addWords: string
  removeWords: string
  /** An example of ways to ask. */
  asksHint: string
  wordsOf: (action: Action, at: number) => { title: string; text: string }
  issues: Issues
  /** The path of the list in the settings. */
  path: string
  onAdd: () => void
  onChange: (actions: Action[]) => void
  renderFields: (action: Action, at: number, change: (part: Partial<Action>) => void) => ReactNode
}

/** A list of actions of one kind, each on a card with its settings. */
export function ActionList<Action extends RepeatedAction>(props: ActionListProps<Action>) {
  const { title, text, actions, most, addWords, removeWords, asksHint, wordsOf, issues, path, onAdd, onChange } = props
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h3 id={titleId} className="text-xl sm:text-2xl">
            {title}
          </h3>
          <p className="mt-1 text-ink-soft">{text}</p>
        </div>
        <Button aria-disabled={actions.length >= most} onClick={onAdd}>
          {addWords}
        </Button>
      </div>
      {actions.map((action, at) => {
        const change = (part: Partial<Action>) => onChange(actions.with(at, { ...action, ...part }))
        return (
          <ActionCard
            key={action.id}
            {...wordsOf(action, at)}
            hasIssue={firstIssue(issues, `${path}.${at}.`) !== undefined}
            isOn={action.isOn}
            onSwitch={(isOn) => change({ isOn } as Partial<Action>)}
          >
            {props.renderFields(action, at, change)}
            <Field
              label="Ways to ask for it"
              hint={`Separated by commas, in words: ${asksHint}`}
              defaultValue={action.asks.join(', ')}
              error={firstIssue(issues, `${path}.${at}.asks`)}
              onChange={({ target }) => change({ asks: listOf(target.value) } as Partial<Action>)}
            />
            <div>
              <Button size="small" onClick={() => onChange(actions.toSpliced(at, 1))}>
                {removeWords}
              </Button>
            </div>
          </ActionCard>
        )
      })}
    </section>
  )
}
