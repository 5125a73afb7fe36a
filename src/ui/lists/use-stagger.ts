import { useEffect, useRef, useState } from 'react';

/**
 * Lets the children of a list that is still below the fold rise one after the other when it comes into view.
 * What is already seen stays as it is, and nothing is hidden meanwhile: a picture of the whole page shows all of it.
 * Nothing moves under reduced motion. The delays are in layout.module.css.
 */
export function useStagger<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [rises, setRises] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (current.getBoundingClientRect().top < innerHeight) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      setRises(true);
      observer.disconnect();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref: element, 'data-stagger': rises || undefined };
}
