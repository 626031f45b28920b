import Check from 'lucide-react/icons/check'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'

const SHOWN = ['real-estate', 'healthcare', 'culinary']

const FACTS = [
  'Sixteen assistants to talk with, each of them an AI',
  'Free calls of up to a minute, no card needed',
  'Every call kept for you to read again',
]

/** The benefits of an account, shown beside the card. The portraits appear on wide screens only. */
export function Welcome() {
  return (
    <div className="text-center lg:text-left">
      <h1 className="text-4xl sm:text-5xl lg:text-6xl">Come in and talk</h1>
      <ul className="mt-6 hidden gap-2.5 lg:grid">
        {FACTS.map((fact) => (
          <li key={fact} className="flex gap-2.5 text-lg leading-snug">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
            {fact}
          </li>
        ))}
      </ul>
      <div aria-hidden className="mt-10 hidden max-w-md items-end lg:flex">
        {SHOWN.map((id, place) => (
          <PortraitPicture
            key={id}
            id={id}
            alt=""
            className={
              place === 1 ? 'relative z-10 w-[40%] outline-6 outline-paper' : 'w-[34%] first:-mr-[4%] last:-ml-[4%]'
            }
          />
        ))}
      </div>
    </div>
  )
}
