import type { AssistantPage } from '#contract/own-assistant.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'

/** The state of the page: loading, an assistant, no assistant at this address, or no answer from the server. */
export type PageState =
  | { kind: 'loading' }
  | { kind: 'found'; page: AssistantPage }
  | { kind: 'not-found' }
  | { kind: 'failed'; words: string }

type CallablePage = Extract<AssistantPage, { state: 'open' | 'test' }>

const CLOSED = {
  'not-found': {
    title: 'There is no assistant at this address',
    text: 'The address may have been mistyped, or the assistant has been deleted.',
  },
  paused: {
    title: 'This assistant is taking a break',
    text: 'Its owner has paused it for a while. Please come back later.',
  },
  draft: {
    title: 'This assistant is not open',
    text: 'It is not ready yet, or no longer available. Please ask the person who gave you this address.',
  },
}

/** The title of the page, as browsers show it and screen readers announce it. */
export function titleOf(state: PageState): string {
  return [headingOf(state), 'Voxhall'].filter(Boolean).join(' · ')
}

function headingOf(state: PageState): string | undefined {
  if (state.kind === 'not-found') return CLOSED['not-found'].title
  if (state.kind !== 'found') return undefined
  const { page } = state
  return 'name' in page ? `Talk with ${page.name}` : CLOSED[page.state].title
}

interface AssistantPageViewProps {
  state: PageState
  onTryAgain: () => void
  /** Called with an assistant that the viewer may talk to. */
  renderTalk: (page: CallablePage) => ReactNode
}

export function AssistantPageView({ state, onTryAgain, renderTalk }: AssistantPageViewProps) {
  if (state.kind === 'loading') {
    return (
      <p role="status" className="py-24 text-center text-ink-soft">
        Opening...
      </p>
    )
  }
  if (state.kind === 'failed') {
    return (
      <Message title="The page could not be opened" role="alert">
        <p>{state.words}</p>
        <Button kind="primary" onClick={onTryAgain}>
          Try Again
        </Button>
      </Message>
    )
  }
  if (state.kind === 'not-found') return <ClosedPage {...CLOSED['not-found']} />
  const { page } = state
  switch (page.state) {
    case 'paused':
    case 'draft':
      return <ClosedPage {...CLOSED[page.state]} />
    case 'open':
    case 'test':
      return <CallableAssistant page={page}>{renderTalk(page)}</CallableAssistant>
  }
}

function CallableAssistant({ page, children }: { page: CallablePage; children: ReactNode }) {
  const { name, firstMessage, state, status } = page
  return (
    <>
      {state === 'test' ? (
        <p className="mb-6 rounded-card bg-sunk px-4 py-3 text-[0.9375rem]">
          Only you see this page: {status === 'paused' ? 'the assistant is paused' : 'the assistant is still a draft'}.
          A trial call lasts up to 60 seconds and uses none of your minutes.{' '}
          <Link to="/assistants" className="font-semibold underline underline-offset-4">
            My assistants
          </Link>
        </p>
      ) : null}
      <h1 className="text-center text-4xl wrap-anywhere sm:text-left sm:text-5xl">
        <bdi>{name}</bdi>
      </h1>
      <p className="mt-2 mb-6 text-center text-lg wrap-anywhere text-ink-soft sm:text-left">
        “<bdi>{firstMessage}</bdi>”
      </p>
      <h2 className="sr-only">Call</h2>
      {children}
    </>
  )
}

function Message({ title, role, children }: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className="flex flex-col items-center gap-5 py-12 text-center sm:py-20">
      <div aria-hidden className="arch w-28 border border-line-strong bg-sunk" />
      <h1 className="text-4xl">{title}</h1>
      {children}
    </div>
  )
}

function ClosedPage({ title, text }: { title: string; text: string }) {
  return (
    <Message title={title}>
      <p>{text}</p>
      <ButtonLink to="/">Meet the assistants of Voxhall</ButtonLink>
    </Message>
  )
}
