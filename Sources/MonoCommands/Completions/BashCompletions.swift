extension CompletionScript {
    func bash() -> String {
        let valued = Set(
            (commands.flatMap(\.options) + globals).filter { $0.value.map { !$0.isOptional } ?? false }.flatMap(\.names)
        ).sorted()
        var script = """
            # bash completions of mono. Load them with:  source <(mono completions bash)
            _mono() {
                local at=$COMP_CWORD current=${COMP_WORDS[COMP_CWORD]} previous head='' command='' skip='' word i words=''
                local -a folder=()
                # bash takes words apart at '=' and ':'; 'package:target' is one word to mono
                while ((at >= 2)) && [[ ${COMP_WORDS[at]} == : || ${COMP_WORDS[at-1]} == : ]]; do
                    head=${COMP_WORDS[at-1]}$head
                    at=$((at - 1))
                done
                if [[ -n $head && $current == : ]]; then head=$head: current=''; fi
                previous=${COMP_WORDS[at-1]}
                if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=${COMP_WORDS[at-2]}; fi
                for ((i = 1; i < at; i++)); do
                    word=${COMP_WORDS[i]}
                    if [[ -n $skip ]]; then
                        if [[ $word != = ]]; then skip=''; fi
                        continue
                    fi
                    case $word in
                        --) COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames; return ;;
                        -C|--directory) folder=(-C "${COMP_WORDS[i+1]}"); skip=1 ;;
                        \(valued.filter { $0 != "-C" && $0 != "--directory" }.joined(separator: "|"))) skip=1 ;;
                        -*) ;;
                        *) if [[ -z $command\(families.map { " || $command == \($0)" }.joined()) ]]; then command="${command:+$command }$word"; fi ;;
                    esac
                done
                case "$command:$previous" in

            """
        for option in globals { script += bashValue(option, command: "*") }
        for command in commands { for option in command.options { script += bashValue(option, command: command.name) } }
        script += """
                esac
                case $command in
                    '') if [[ $current == -* ]]; then words=\(bashNames(globals)); else words=\(Self.quoted(firstWords.map(\.word).joined(separator: " "))); fi ;;

            """
        for family in families {
            script +=
                """
                        \(family)) \
                words=\(Self.quoted(members(of: family).map { $0.words[1] }.joined(separator: " "))) ;;\n
                """
        }
        for command in commands {
            script +=
                """
                        '\(command.name)')\n            if [[ $current == -* ]]; then \
                words=\(bashNames(options(of: command)))\n
                """
            for completion in Set(command.positionals.map(\.completion)).subtracting([.none]).prefix(1) {
                script += "            else \(bashAction(completion))\n"
            }
            script += "            fi ;;\n"
        }
        return script + """
                esac
                _mono_words "$words"
            }

            # Offers those of the given words that continue what was typed.
            _mono_words() {
                local IFS=$' \\n' reply
                COMPREPLY+=($(compgen -W "$1" -- "$head$current"))
                if [[ -n $head ]]; then
                    for reply in "${!COMPREPLY[@]}"; do COMPREPLY[reply]=${COMPREPLY[reply]#"$head"}; done
                fi
            }

            complete -F _mono mono
            """
    }

    /// What follows an option that takes a value.
    private func bashValue(_ option: OptionDescription, command: String) -> String {
        guard let value = option.value, value.completion != .none else { return "" }
        let words = option.names.map { command == "*" ? "*:\($0)" : "'\(command):\($0)'" }
        return
            """
                    \(words.joined(separator: "|"))) \(bashAction(value.completion)); _mono_words \"$words\"; return \
            ;;\n
            """
    }

    private func bashAction(_ completion: Completion) -> String {
        switch completion {
        case .none: ":"
        case .files: "COMPREPLY=($(compgen -f -- \"$current\")); compopt -o filenames"
        case .folders: "COMPREPLY=($(compgen -d -- \"$current\")); compopt -o filenames"
        case .choices(let texts): "words=\(Self.quoted(texts.joined(separator: " ")))"
        case .names(.commands): "words=\(Self.quoted(firstWords.map(\.word).joined(separator: " ")))"
        case .names(.targets):
            "words=$(mono \"${folder[@]}\" __complete targets 2>/dev/null); "
                + "COMPREPLY=($(compgen -d -- \"$current\")); compopt -o filenames"
        case .names(.tests): "words=$(mono \"${folder[@]}\" __complete tests 2>/dev/null)"
        case .names(.executables): "words=$(mono \"${folder[@]}\" __complete executables 2>/dev/null)"
        }
    }

    private func bashNames(_ options: [OptionDescription]) -> String {
        Self.quoted(options.flatMap(\.names).joined(separator: " "))
    }
}
