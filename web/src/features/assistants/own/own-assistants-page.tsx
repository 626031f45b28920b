import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { api, keyOf, reading } from '../../../lib/api.ts'
import { ownAssistantsChanged } from '../../../lib/own-assistants-changed.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeleteAssistantDialog } from './delete-assistant-dialog.tsx'
import { OwnAssistantCard } from './own-assistant-card.tsx'
import { planWords } from './standing.ts'
import { Loaded } from '../../../ui/loaded.tsx'

/** The interval of polling while the page is visible, in which a plan bought in another tab appears. */
const REFRESH_MS = 10_000

interface OwnAssistantsPageProps {
  /** What the person should read first; shown below the heading. */
  notice: ReactNode
  onMake: () => void
  onChoosePlan: () => void
}

/** Must be rendered inside of `ScreenQueries`. */
export function OwnAssistantsPage({ notice, onMake, onChoosePlan }: OwnAssistantsPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<OwnAssistant | null>(null)
  const query = useQuery({ ...reading(api.api['own-assistants'], {}), refetchInterval: REFRESH_MS })
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(api.api['own-assistants']) })
  const onChanged = useEffectEvent(() => void readAgain())
  useEffect(() => ownAssistantsChanged.add(() => onChanged()), [])

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-5xl outline-none sm:text-6xl">
            My assistants
          </h1>
          <p className="mt-3 text-lg text-ink-soft">With your face, your voice and your answers.</p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to="/connections">Connections</ButtonLink>
          <Button kind="primary" data-opens="customize" onClick={onMake}>
            Make an assistant
          </Button>
        </div>
      </div>
      {notice}
      <Loaded
        query={query}
        className="mt-10"
        loading="Loading your assistants..."
        otherwise="Your assistants could not be shown. They are kept; please try again."
      >
        {({ assistants, plan }) => {
          if (assistants.length === 0) return <NoAssistants onMake={onMake} />
          const isWaiting = assistants.some(({ status }) => status === 'draft')
          return (
            <>
              <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-5">
                <p className="text-ink-soft tabular-nums">{planWords(assistants, plan)}</p>
                {isWaiting ? (
                  <Button kind={plan.assistants === 0 ? 'ink' : 'outline'} onClick={onChoosePlan}>
                    {plan.assistants === 0 ? 'Choose a business plan' : 'Look at larger plans'}
                  </Button>
                ) : null}
              </div>
              {query.isError ? (
                <p role="status" className="mt-4 rounded-card bg-sunk px-4 py-3">
                  The server is not answering right now, so this list may be out of date.
                </p>
              ) : null}
              <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
                {assistants.map((assistant) => (
                  <li key={assistant.id}>
                    <OwnAssistantCard
                      assistant={assistant}
                      plan={plan}
                      onDelete={() => setToDelete(assistant)}
                      onChanged={readAgain}
                    />
                  </li>
                ))}
              </ul>
              {toDelete === null ? null : (
                <DeleteAssistantDialog
                  assistant={toDelete}
                  onClose={() => setToDelete(null)}
                  onDeleted={() => {
                    setToDelete(null)
                    // The focused button was removed together with the assistant.
                    void readAgain().then(() => heading.current?.focus())
                  }}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function NoAssistants({ onMake }: { onMake: () => void }) {
  return (
    <div className="mt-10 flex flex-col items-center rounded-[22px] border border-line bg-raised px-5 py-12 text-center sm:py-16">
      <div
        aria-hidden
        className="arch grid w-28 place-items-center border-2 border-dashed border-line-strong bg-sunk"
      />
      <h2 className="mt-6 text-3xl">No assistants yet</h2>
      <p className="mt-3 max-w-[42ch] text-ink-soft">
        All you need is a photo, a name and a first message. Try it for free, and choose a plan when it is ready for
        your customers.
      </p>
      <Button kind="primary" size="large" data-opens="customize" className="mt-7" onClick={onMake}>
        Make your first assistant
      </Button>
    </div>
  )
}
