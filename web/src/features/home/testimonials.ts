/** Invented examples, and marked as such on the page (spec section 3: name, role, initials, content). */
export interface Testimonial {
  name: string
  role: string
  initials: string
  content: string
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Maren Ostby',
    role: 'Owner of a dental practice',
    initials: 'MO',
    content:
      'The phone used to ring through every treatment. Now our website answers the common questions, and we call back about the rest.',
  },
  {
    name: 'Julian Reyes',
    role: 'Head of an online bookshop',
    initials: 'JR',
    content: 'Customers ask about orders the way they would ask at the till. It took an afternoon to set up.',
  },
  {
    name: 'Priya Nandan',
    role: 'Manager of a language school',
    initials: 'PN',
    content: 'Shy learners practice with the assistant first. They come to class having already spoken.',
  },
]
