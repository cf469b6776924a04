/*
 * home.h - keeps libjq away from ~/.jq (layer: engine).
 *
 * libjq takes the definitions of a file ~/.jq into every program, where they
 * even replace its own functions: a rulebook would do one thing here and
 * another there. No flag prevents that; the file is looked for in $HOME.
 */
#ifndef TF_HOME_H
#define TF_HOME_H

/*
 * Where there is a ~/.jq, gives the process a copy of its environment with
 * another HOME, until tf_home_show() is called; as often as the first, where
 * several threads do so. Other threads can read the environment meanwhile,
 * but must not change it.
 */
void tf_home_hide(void);
void tf_home_show(void);

#endif
