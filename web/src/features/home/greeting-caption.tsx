interface GreetingCaptionProps {
  text: string
  /** The word being said; null while nothing is. */
  word: number | null
  className?: string
}

/** What is said, as text; each word lights up as it is spoken, aloud or silently. */
export function GreetingCaption({ text, word, className }: GreetingCaptionProps) {
  const words = text.split(' ')
  return (
    <p className={className}>
      {words.map((spoken, index) => (
        // A line's words stay what they are, so their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          <span
            data-spoken={word === null ? undefined : index === word ? 'now' : index < word ? 'before' : 'after'}
            className="rounded-control -mx-[3px] px-[3px] data-[spoken=after]:text-ink-soft data-[spoken=now]:bg-niche-tint data-[spoken=now]:text-niche-ink"
          >
            {spoken}
          </span>
          {index < words.length - 1 ? ' ' : ''}
        </span>
      ))}
    </p>
  )
}
