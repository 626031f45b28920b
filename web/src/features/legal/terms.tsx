import { Link } from 'react-router'
import type { LegalDocument } from './legal-document.ts'

export const TERMS: LegalDocument = {
  title: 'Terms',
  lead: 'What you can expect of Voxhall, and what Voxhall expects of you.',
  changedOn: '2026-11-21',
  inShort: [
    <>
      <strong>You talk with AI.</strong> What the assistants say is general information, not advice for your own case.
    </>,
    <>
      <strong>Trying costs nothing.</strong> Without a plan a call lasts up to a minute, and no card is asked for.
    </>,
    <>
      <strong>You may cancel at any time.</strong> A plan then runs to the end of what you have paid.
    </>,
    <>
      <strong>Be decent.</strong> Use Voxhall for nothing that harms people, the law or the service.
    </>,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Between whom',
      body: (
        <p>
          These terms are between you and whoever operates this server, “we” on this page. You accept them by making an
          account or starting a call. Our <Link to="/privacy">privacy page</Link> says what happens to your data, and{' '}
          <Link to="/responsible-ai">Responsible AI</Link> how the assistants work. You reach us through the{' '}
          <Link to="/contact">contact form</Link>.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <ul>
          <li>You need an account to talk, and an e-mail address of your own to confirm it.</li>
          <li>
            Keep your password to yourself. What happens in your account counts as yours until you tell us otherwise.
          </li>
          <li>You should be 16 or older, or have a parent or guardian with you.</li>
          <li>An account belongs to one person. A company’s people each make their own.</li>
        </ul>
      ),
    },
    {
      id: 'assistants',
      title: 'What the assistants are for',
      body: (
        <>
          <p>
            Each assistant gives general information in its own field. None is a doctor, lawyer, therapist, broker or
            engineer, and no professional relationship begins with a call. Check what matters with somebody qualified
            before you act on it.
          </p>
          <p>
            <strong>In an emergency, call your local emergency number.</strong> No assistant can call it for you, and
            none of them is watched by a person.
          </p>
          <p>
            Some answers belong to a sample shop or a sample garage, and the assistant says so. Nothing can be ordered
            there.
          </p>
        </>
      ),
    },
    {
      id: 'fair-use',
      title: 'What you may not do',
      body: (
        <ul>
          <li>Break a law, or plan harm to yourself or anybody else.</li>
          <li>Pass an assistant’s voice or words off as a human being’s.</li>
          <li>Record other people in a call without their consent.</li>
          <li>Get around the limits, guess codes, or put a load on the service that slows it for others.</li>
          <li>Resell calls without an agreement with us.</li>
        </ul>
      ),
    },
    {
      id: 'plans',
      title: 'Plans, minutes and money',
      body: (
        <>
          <p>
            Without a plan, each call ends after 60 seconds. A plan gives you a number of minutes in each billing
            period; the <Link to="/pricing">pricing page</Link> lists them with their prices in US dollars. Time counts
            by the second, from the moment a call begins until it ends.
          </p>
          <ul>
            <li>When the minutes are used up, calls end. Nothing is charged on top.</li>
            <li>Minutes that are left do not move into the next period.</li>
            <li>
              You are charged only after you confirm on the checkout page. A server that takes no payments says so
              there.
            </li>
            <li>
              A plan renews until you cancel, on <Link to="/account">your account page</Link>. After cancelling it works
              to the end of the period already paid, and until then you can take the cancellation back.
            </li>
            <li>We mail you when four fifths of the minutes are used, and when none are left.</li>
            <li>
              When a payment fails, it is tried again for some days, in which the plan goes on. It ends if no try
              succeeds.
            </li>
            <li>A new price holds from your next period on, and we tell you by e-mail before it begins.</li>
          </ul>
          <p>
            If you bought as a consumer, the rights that the law of your country gives you to withdraw and to be
            refunded stay as they are.
          </p>
        </>
      ),
    },
    {
      id: 'business',
      title: 'Assistants for your business',
      body: (
        <>
          <p>
            Whoever orders an assistant of their own gives us only pictures, names and words that they may use. A face
            or a voice of a real person needs that person’s consent, in writing.
          </p>
          <p>
            Such an assistant says that it is an AI, as all of ours do. You answer for what you teach it, and tell your
            own visitors how their calls are handled.
          </p>
        </>
      ),
    },
    {
      id: 'whose-words',
      title: 'Whose words are whose',
      body: (
        <p>
          What you say stays yours. You allow us to process and store it as far as the service needs that. What the
          assistants say to you, you may use as you like. The portraits, the site and the name stay ours.
        </p>
      ),
    },
    {
      id: 'availability',
      title: 'If something fails',
      body: (
        <>
          <p>
            We keep the service running with care, but we promise no uptime. A call can break off; what was said until
            then is kept, and only the time that was recorded counts. Parts may change or end. For what you have paid
            and can no longer use, you get your money back in proportion.
          </p>
          <p>
            We are liable without limit for intent, gross negligence, and harm to life or health, and wherever the law
            says so. For slight negligence we are liable only for breaking a duty that the service rests on, and up to
            what you paid us in the last twelve months, to the extent that the law allows such a limit.
          </p>
        </>
      ),
    },
    {
      id: 'ending',
      title: 'How it ends',
      body: (
        <p>
          You may leave at any time: <Link to="/account">your account page</Link> ends your plans and deletes your
          account. What is left of a paid period is lost with it, so cancel and wait if you want to use it up. We may
          close an account that breaks these terms. Unless there is danger in delay, we say why first and give you two
          weeks to put it right.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes, and which law',
      body: (
        <p>
          When these terms change, the date on top changes, and people with an account hear of it by e-mail 30 days
          ahead. The law of the place where the operator is at home applies. Consumers keep the protection of the law
          where they live, and may go to the courts there.
        </p>
      ),
    },
  ],
}
