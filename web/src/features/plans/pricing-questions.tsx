/** Answers about the product itself. Questions about paying are answered on the checkout pages. */
const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'What is the free trial?',
    answer:
      'An account is free and needs no card. With it you can talk to any of the sixteen assistants, up to 60 seconds a call. There may be a daily limit on free minutes.',
  },
  {
    question: 'What counts as a minute?',
    answer:
      'The time in which a call is connected, counted by the second. Reading old calls, looking around and waiting for an assistant use no minutes.',
  },
  {
    question: 'What happens when my minutes run out?',
    answer:
      'The call ends, and your minutes start again with the next billing period. Nothing is charged on top of the price you see here.',
  },
  {
    question: 'Do unused minutes carry over?',
    answer:
      'No, the count starts again with each billing period. With an annual plan that period is a year, so a busy month can use what a quiet one left over.',
  },
  {
    question: 'What happens to my minutes when I change my plan?',
    answer:
      'A larger plan starts at once: what is left of the old plan’s price is taken off the new one, and the minutes that you have used since your last billing date stay counted. A smaller plan starts with the next billing period, with all of its minutes. If a plan ends early and you buy another one in the same period, used minutes stay counted too.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Yes, at any time. Your plan then ends with the period you have paid for, and until then you can undo the cancellation.',
  },
  {
    question: 'What happens to what I say?',
    answer:
      'The words of a call are kept so that you can read them again. The sound is not kept. No other visitor can open your calls.',
  },
]

export function PricingQuestions() {
  return (
    <section
      aria-labelledby="pricing-questions"
      className="mt-16 sm:mt-24 far-below [contain-intrinsic-height:auto_56rem] sm:[contain-intrinsic-height:auto_45rem] md:[contain-intrinsic-height:auto_29rem] xl:[contain-intrinsic-height:auto_20rem]"
    >
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
