import { useEffect, useRef, useState } from 'react';

/**
 * Lets the children of a list that is still below the fold rise one after the other when it comes into view.
 * What is already seen stays as it is; nothing moves under reduced motion. The delays are in layout.module.css.
 */
export function useStagger<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [stage, setStage] = useState<'waiting' | 'rising' | undefined>(undefined);
  useEffect(() => {
    const { current } = element;
    if (!current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (current.getBoundingClientRect().top < innerHeight) return;
    setStage('waiting');
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setStage('rising');
        observer.disconnect();
      },
      { rootMargin: '0px 0px -40px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref: element, 'data-stagger': stage };
}
