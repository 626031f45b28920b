import type { ContactTopic } from '#contract/contact-topics.ts'
import { useState } from 'react'
import { ContactForm } from './contact-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { SentNote } from './sent-note.tsx'
import { TOPIC_WORDS } from './topic-words.ts'

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
