import { useState, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ContactTopic } from '#contract/contact-topics.ts'
import { ContactForm } from './contact-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { TOPIC_WORDS } from './topic-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

interface ContactPageProps {
  /** False while the page stands as it was prerendered. */
  isReady: boolean
  topic: ContactTopic | null
  person: { email: string; displayName: string } | null
  onOpenCatalogue: () => void
}

export function ContactPage({ isReady, topic, person, onOpenCatalogue }: ContactPageProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { heading, lead } = TOPIC_WORDS[topic ?? 'general']
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:px-8 sm:pt-16">
      <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
        <header>
          <h1 className="text-5xl sm:text-6xl">{heading}</h1>
          <p className="mt-4 max-w-[46ch] text-lg text-ink-soft sm:text-xl">{lead}</p>
        </header>
        <div className="self-start rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-9 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {sentTo === null ? (
            <ContactForm
              key={`${isReady} ${topic}`}
              {...{ isReady, topic, person }}
              onSent={({ email }) => setSentTo(email)}
            />
          ) : (
            <SentNote email={sentTo} onWriteAgain={() => setSentTo(null)} />
          )}
        </div>
        <OtherWays onOpenCatalogue={onOpenCatalogue} />
      </div>
    </div>
  )
}

interface SentNoteProps {
  email: string
  onWriteAgain: () => void
}

/** In the form's place once the message has arrived: what was kept, and what happens now. */
function SentNote({ email, onWriteAgain }: SentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone; keyboard and screen reader go on here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="contact-sent" className="animate-rise">
      <svg aria-hidden viewBox="0 0 40 48" className="h-14 w-12 fill-none stroke-success stroke-2">
        <path d="M1 47V20a19 19 0 0 1 38 0v27Z" strokeLinejoin="round" />
        <path d="m12.5 27 5.5 6 10-10.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h2 id="contact-sent" ref={heading} tabIndex={-1} className="mt-5 text-3xl outline-none">
        Your message has arrived
      </h2>
      <p className="mt-3 text-ink-soft">
        A person will read it and reply to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. No
        confirmation is sent to that address, so this page is your receipt.
      </p>
      <p className="mt-3 text-ink-soft">
        What you wrote is now in the team’s contact list, together with your address and, if you gave them, your name
        and company. You can ask us to delete it at any time.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Link to="/" className={buttonClass({ kind: 'ink' })}>
          Back to the home page
        </Link>
        <Button onClick={onWriteAgain}>Write another message</Button>
      </div>
    </section>
  )
}
