import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import { TOPIC_WORDS } from './topic-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

const LINK_CLASS = 'font-medium text-accent-ink underline underline-offset-4 hover:decoration-2'
const WAY_CLASS = `${LINK_CLASS} inline-block py-1 max-sm:py-2.5`

interface ContactPageProps extends Omit<ContactFormProps, 'onSent'> {
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

/** Replaces the form once the message has arrived: says what was kept and what happens next. */
function SentNote({ email, onWriteAgain }: { email: string; onWriteAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button is gone, so the focus moves to the heading.
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
        <ButtonLink to="/" kind="ink">
          Back to the home page
        </ButtonLink>
        <Button onClick={onWriteAgain}>Write another message</Button>
      </div>
    </section>
  )
}

/** Faster ways than a message, and what to do in an emergency. */
function OtherWays({ onOpenCatalogue }: { onOpenCatalogue: () => void }) {
  return (
    <aside aria-label="Other ways" className="grid content-start gap-8 sm:grid-cols-2 lg:grid-cols-1">
      <Way title="Quicker than writing">
        <ul className="mt-2 grid gap-1">
          <li>
            <WayLink to="/pricing">What the plans cost and include</WayLink>
          </li>
          <li>
            <button type="button" className={`${WAY_CLASS} text-left`} onClick={onOpenCatalogue}>
              Hear an assistant for yourself
            </button>
          </li>
          <li>
            <WayLink to="/responsible-ai">What the assistants may and may not do</WayLink>
          </li>
          <li>
            <WayLink to="/privacy">What we keep about you</WayLink>
          </li>
        </ul>
      </Way>
      <Way title="In an emergency">
        <p className="mt-2 text-ink-soft">
          Please don’t write to us: these messages are not read around the clock. Call your local emergency number, such
          as{' '}
          <a href="tel:112" className={LINK_CLASS}>
            112
          </a>{' '}
          in Europe or{' '}
          <a href="tel:911" className={LINK_CLASS}>
            911
          </a>{' '}
          in North America.
        </p>
        <p className="mt-2">
          <WayLink to="/responsible-ai#emergency">More numbers, including crisis lines</WayLink>
        </p>
      </Way>
    </aside>
  )
}

function WayLink(link: LinkProps) {
  return <Link {...link} className={WAY_CLASS} />
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
