/** True of the product as it is; what payments add is said where they are made. */
const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'What is the free trial?',
    answer:
      'An account costs nothing and asks for no card. With it you talk to any of the sixteen assistants, up to 60 seconds a call.',
  },
  {
    question: 'What counts as a minute?',
    answer:
      'The time in which a call is connected, counted by the second. Reading old calls, looking around and waiting for an assistant cost none.',
  },
  {
    question: 'What happens when my minutes run out?',
    answer:
      'The call ends, and your minutes start again with the next billing period. Nothing is charged on top of the price you see here.',
  },
  {
    question: 'Do unused minutes carry over?',
    answer:
      'No, the count starts afresh with each billing period. With an annual plan that period is a year, so a busy month may use what a quiet one left.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Any time. Your plan then ends with the period that you have paid for, and until then you can take it back.',
  },
  {
    question: 'What becomes of what I say?',
    answer:
      'The words of a call are kept so that you can read them again. The sound is not kept. Nobody else who uses the site can open your calls.',
  },
]

export function PricingQuestions() {
  return (
    <section aria-labelledby="pricing-questions" className="mt-16 sm:mt-24">
      <h2 id="pricing-questions" className="text-3xl sm:text-4xl">
        Good to know
      </h2>
      <dl className="mt-7 grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-display text-xl leading-tight font-semibold tracking-tight">{question}</dt>
            <dd className="mt-2 max-w-[52ch] text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
